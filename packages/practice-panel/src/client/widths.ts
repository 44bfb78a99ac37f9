import type { WidthsResponse } from '@agent-factory/protocol';
import { createRest } from './rest.js';

/** The daemon asks tmux once, for a second at most, and knows it from then on: then a terminal opens without. */
const WAIT_MS = 1000;

interface Widths {
  readonly loading: Promise<WidthsResponse | undefined>;
  value?: WidthsResponse;
}

/** By daemon, for as long as the page lives: a new tmux means new sessions, and those a new page. */
const daemons = new Map<string, Widths>();

/** Character widths of the tmux behind a daemon; undefined where it cannot tell, and the next call asks again. */
export function loadWidths(serverUrl: string): Promise<WidthsResponse | undefined> {
  const key = keyOf(serverUrl);
  const widths = daemons.get(key) ?? { loading: askWidths(serverUrl, key) };
  daemons.set(key, widths);
  return widths.loading;
}

/** The widths that are known by now. */
export function knownWidths(serverUrl: string): WidthsResponse | undefined {
  return daemons.get(keyOf(serverUrl))?.value;
}

/** Resolves when the widths are known, or as soon as a student should not wait for them any longer. */
export async function waitForWidths(serverUrl: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  await Promise.race([loadWidths(serverUrl), enough]);
  clearTimeout(timer);
}

async function askWidths(serverUrl: string, key: string): Promise<WidthsResponse | undefined> {
  const outcome = await createRest(serverUrl).widths();
  const widths = daemons.get(key);
  if (!outcome.ok) daemons.delete(key);
  else if (widths !== undefined) widths.value = outcome.value;
  return outcome.ok ? outcome.value : undefined;
}

/** A daemon has several names, all of this machine, and one port. */
function keyOf(serverUrl: string): string {
  return new URL(serverUrl).port;
}
