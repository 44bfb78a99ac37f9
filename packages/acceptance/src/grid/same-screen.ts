import type { TmuxPane } from '../machine/tmux.js';
import { waitUntil } from '../machine/wait-until.js';
import { type Look, lookAt } from './capture/look.js';
import { screenOf } from './capture/tmux-screen.js';
import type { Screen } from './cell.js';
import { compareScreens, type Difference } from './compare.js';
import { freezePane } from './freeze.js';
import { freshDrawing, withDrawing } from './fresh-drawing.js';
import { settledFrame } from './settled.js';
import type { Viewer } from './viewer.js';

/** How long a wrong screen may wait for the drawing that repairs it: the daemon asks for one after 100 ms. */
const REPAIRED_WITHIN_MS = 1000;

/**
 * Holds the pane still, waits until nothing is on its way any more, and compares once what the viewer shows with what
 * tmux holds. A screen that is wrong then is wrong, even if a later drawing would repair it. Returns all differences;
 * rejects if the viewer is never sent, or never draws, all that tmux has for it.
 */
export async function differencesFromTmux(
  pane: TmuxPane,
  viewer: Viewer,
  settledWithinMs?: number,
): Promise<Difference[]> {
  await using _frozen = await freezePane(pane);
  return (await compareSettled(pane, viewer, settledWithinMs)).differences;
}

/**
 * As `differencesFromTmux`, where a wrong screen is known to be repaired by one more drawing. Returns the differences of
 * each settled screen: of one, or if it was wrong, also of the one that was drawn next.
 */
export async function differencesUntilRepaired(pane: TmuxPane, viewer: Viewer): Promise<Difference[][]> {
  await using _frozen = await freezePane(pane);
  const first = await compareSettled(pane, viewer);
  if (first.differences.length === 0) return [[]];
  await drawnAgain(pane, first.look);
  return [first.differences, (await compareSettled(pane, viewer)).differences];
}

/**
 * Compares a screen that no tmux draws to any more, such as the last one of a recording, with what tmux holds. A
 * recording begins with the screen as tmux prints it, which does not tell what continues: so a row need not say that it
 * does, only no other may.
 */
export async function differencesOfStill(pane: TmuxPane, shown: Screen): Promise<Difference[]> {
  await using _frozen = await freezePane(pane);
  const held = await truth(pane, await lookAt(pane));
  return compareScreens({ ...held, wraps: held.wraps.map((wraps) => wraps && undefined) }, shown);
}

async function compareSettled(
  pane: TmuxPane,
  viewer: Viewer,
  withinMs?: number,
): Promise<{ look: Look; differences: Difference[] }> {
  const { look, shown } = await settledFrame(pane, viewer, withinMs);
  return { look, differences: compareScreens(await truth(pane, look), shown) };
}

async function drawnAgain(pane: TmuxPane, before: Look): Promise<void> {
  await waitUntil(
    async () => hasSentMore(before, await lookAt(pane)) || undefined,
    () => 'a wrong screen was not drawn again',
    REPAIRED_WITHIN_MS,
  );
}

/** Whether tmux has sent more to one of the clients that were there at the first of two looks. */
export function hasSentMore(before: Pick<Look, 'clients'>, after: Pick<Look, 'clients'>): boolean {
  const written = new Map(before.clients.map((client) => [client.pid, client.written]));
  return after.clients.some((client) => client.written > (written.get(client.pid) ?? Infinity));
}

async function truth(pane: TmuxPane, look: Look): Promise<Screen> {
  const held = await screenOf(pane.server, look);
  return withDrawing(held, await freshDrawing(pane, held));
}
