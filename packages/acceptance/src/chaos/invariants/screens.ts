import { describeDifferences } from '../../grid/compare.js';
import { differencesFromTmux } from '../../grid/same-screen.js';
import type { Invariant } from '../invariant.js';
import type { Page } from '../world/page.js';
import type { Practised } from '../world/practised.js';

const FRESH_PAGE_WITHIN_MS = 10_000;
const TOLD = 3;

export const screens: Invariant = {
  name: 'screens',
  holds: 'the page, and a new one, show what tmux holds: every cell and the cursor',
  needs: ['health', 'sessions', 'connected'],
  async check({ sessions }) {
    const living = sessions.filter(({ expected }) => expected !== undefined);
    return (await Promise.all(living.map(problemsOfPages))).flat();
  },
};

async function problemsOfPages(session: Practised): Promise<string[]> {
  const fresh = session.newPage({ writes: false });
  try {
    const mine = await problemOf(session, session.page, 'the page');
    await fresh.attached(FRESH_PAGE_WITHIN_MS);
    return [...mine, ...(await problemOf(session, fresh, 'a new page'))];
  } finally {
    fresh[Symbol.dispose]();
  }
}

async function problemOf({ pane, exerciseId }: Practised, page: Page, which: string): Promise<string[]> {
  const differences = await differencesFromTmux(pane, page);
  if (differences.length === 0) return [];
  return [`${which} of ${exerciseId} is not what tmux shows: ${describeDifferences(differences, TOLD)}`];
}
