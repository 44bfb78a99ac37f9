import { setTimeout as pause } from 'node:timers/promises';
import { compareScreens, type Difference, describeDifferences } from '../../grid/compare.js';
import { tmuxScreen } from '../../grid/tmux-screen.js';
import type { Invariant } from '../invariant.js';
import type { Page } from '../world/page.js';
import type { Practised } from '../world/practised.js';

const FRESH_PAGE_WITHIN_MS = 10_000;
/** Bytes may still be on their way, and programs draw: the two are equal at some moment within this. */
const EQUAL_WITHIN_MS = 5000;
const POLL_MS = 40;
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

async function problemOf(session: Practised, page: Page, which: string): Promise<string[]> {
  const differences = await differencesFrom(session, page);
  if (differences.length === 0) return [];
  return [`${which} of ${session.exerciseId} is not what tmux shows: ${describeDifferences(differences, TOLD)}`];
}

/** What still differs from tmux's grid when the time is up; empty as soon as nothing differs. */
export async function differencesFrom(
  { pane }: Practised,
  page: Page,
  withinMs = EQUAL_WITHIN_MS,
): Promise<Difference[]> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const differences = compareScreens(await tmuxScreen(pane), page.screen());
    if (differences.length === 0 || performance.now() > deadline) return differences;
    await pause(POLL_MS);
  }
}
