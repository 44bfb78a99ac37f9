import { setTimeout as pause } from 'node:timers/promises';
import type { TmuxPane } from '../machine/tmux.js';
import { type ClientOutput, type Look, lookAt } from './capture/look.js';
import type { Screen } from './cell.js';
import type { View, Viewer } from './viewer.js';

/** On a busy machine a page draws late; output that was lost is never drawn. */
const SETTLED_WITHIN_MS = 15_000;
/**
 * Where tmux has dropped output, nobody knows how much it has sent. It then draws again after 100 ms, and the daemon
 * holds output back for 250 ms at most: who has drawn nothing for longer has nothing left to draw.
 */
const SILENCE_MS = 500;
const POLL_MS = 20;
/** A viewer gets another client when it connects again; then what the former one was sent says nothing. */
const ASK_AGAIN_MS = 1000;

/** What tmux holds, and what a viewer shows of it, at a moment at which nothing is on its way. */
export interface Frame {
  readonly look: Look;
  readonly shown: Screen;
}

/**
 * Waits until the screen of a pane that is held still is settled: tmux has changed nothing between two looks, and the
 * viewer has drawn every byte that tmux has sent to its client. What is shown then is shown until something happens,
 * so it is right or wrong once and for all. Rejects if it does not settle in time: output was lost, or never ends.
 */
export function settledFrame(pane: TmuxPane, viewer: Viewer, withinMs?: number): Promise<Frame> {
  return settledFrameOf(() => lookAt(pane), viewer, withinMs);
}

/** The same for whatever `ask` tells of the pane. */
export async function settledFrameOf(
  ask: () => Promise<Look>,
  viewer: Viewer,
  withinMs = SETTLED_WITHIN_MS,
): Promise<Frame> {
  const deadline = performance.now() + withinMs;
  let look = await ask();
  for (;;) {
    const view = await settledView(look, viewer, Math.max(0, Math.ceil(deadline - performance.now())));
    const next = await ask();
    if (isSame(look, next) && isUpToDate(next, viewer, view)) return { look, shown: view.screen };
    if (performance.now() > deadline) throw new Error(`The screen never settles: ${inWords(next, view)}`);
    look = next;
  }
}

/** Waits for what this look says is sent. */
async function settledView(look: Look, viewer: Viewer, withinMs: number): Promise<View> {
  const clients = clientsOf(look, viewer);
  if (clients.some(({ discarded }) => discarded > 0)) return silentView(viewer, withinMs);
  const sent = clients.length > 0 ? Math.min(...clients.map(({ written }) => written)) : 1;
  await viewer.drawn(sent, Math.min(ASK_AGAIN_MS, withinMs));
  return viewer.look();
}

async function silentView(viewer: Viewer, withinMs: number): Promise<View> {
  const deadline = performance.now() + withinMs;
  let view = await viewer.look();
  let since = performance.now();
  while (performance.now() < since + SILENCE_MS && performance.now() < deadline) {
    await pause(POLL_MS);
    const next = await viewer.look();
    if (next.drawnBytes !== view.drawnBytes) since = performance.now();
    view = next;
  }
  return view;
}

/**
 * Whether tmux knows the viewer's size, and the viewer has drawn all that was sent. With several clients, as several
 * tabs have, one that was sent as much as is drawn is taken for the viewer's: each is sent all that happens, so that a
 * viewer who is behind has drawn less than any of them was sent.
 */
function isUpToDate(look: Look, viewer: Viewer, { drawnBytes, screen }: View): boolean {
  const clients = clientsOf(look, viewer);
  const isUncounted = clients.some(({ discarded }) => discarded > 0);
  return clients.some(
    ({ written, cols, rows }) =>
      cols === screen.cols && rows === screen.rows && (isUncounted || written === drawnBytes),
  );
}

function clientsOf({ clients }: Look, { clientPid }: Viewer): readonly ClientOutput[] {
  const own = clients.filter(({ pid }) => clientPid === undefined || pid === clientPid);
  return own.filter(({ written }) => written > 0);
}

function isSame(one: Look, other: Look): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function inWords({ clients }: Look, { drawnBytes, screen }: View): string {
  const sent = clients.map(
    ({ cols, rows, written, discarded }) => `${written} bytes for ${cols}x${rows} (and dropped ${discarded})`,
  );
  return `tmux has written ${sent.join(', ') || 'nothing'}; ${drawnBytes} bytes are drawn, on ${screen.cols}x${screen.rows}`;
}
