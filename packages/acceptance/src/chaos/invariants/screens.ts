import { type Difference, describeDifferences, withoutStaleWraps } from '../../grid/compare.js';
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
    const mine = withoutStaleWraps(await differencesFromTmux(session.pane, session.page));
    await fresh.attached(FRESH_PAGE_WITHIN_MS);
    const anew = await differencesFromTmux(session.pane, fresh);
    return [...problemOf(session, session.page, 'the page', mine), ...problemOf(session, fresh, 'a new page', anew)];
  } finally {
    fresh[Symbol.dispose]();
  }
}

function problemOf({ exerciseId }: Practised, page: Page, which: string, differences: readonly Difference[]): string[] {
  if (differences.length === 0) return [];
  const words = `${which} of ${exerciseId} is not what tmux shows: ${describeDifferences(differences, TOLD)}`;
  return [[words, ...rowsAround(page, differences)].join('\n')];
}

/** The row in which the page is wrong first and the one above it, as the page shows them. */
function rowsAround(page: Page, [first]: readonly Difference[]): string[] {
  const row = first?.row ?? 0;
  const above = Math.max(0, row - 1);
  const { cols, rows } = page.terminal;
  const lines = page.lines().slice(above, row + 1);
  return lines.map((line, index) => `row ${above + index} of ${cols}x${rows}: ${line}`);
}
