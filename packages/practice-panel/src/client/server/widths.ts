import type { WidthsResponse } from '@agent-factory/protocol';
import { loadWire } from './load-wire.js';

interface Widths {
  readonly loading: Promise<WidthsResponse | undefined>;
  value?: WidthsResponse;
}

/** By daemon, for the life of the page: a new tmux means new sessions, and new sessions mean a new page. */
const daemons = new Map<string, Widths>();

/** Character widths of the tmux behind a daemon; undefined if it cannot tell. The next call then asks again. */
export function loadWidths(serverUrl: string): Promise<WidthsResponse | undefined> {
  const key = keyOf(serverUrl);
  const widths = daemons.get(key) ?? { loading: askWidths(serverUrl, key) };
  daemons.set(key, widths);
  return widths.loading;
}

/** The widths, if they are known by now. */
export function knownWidths(serverUrl: string): WidthsResponse | undefined {
  return daemons.get(keyOf(serverUrl))?.value;
}

async function askWidths(serverUrl: string, key: string): Promise<WidthsResponse | undefined> {
  const wire = await loadWire().catch(() => undefined);
  const outcome = await wire?.createRest(serverUrl).widths();
  const widths = daemons.get(key);
  if (!outcome?.ok) daemons.delete(key);
  else if (widths !== undefined) widths.value = outcome.value;
  return outcome?.ok ? outcome.value : undefined;
}

/** A daemon has several addresses, all of this machine, and one port. */
function keyOf(serverUrl: string): string {
  return new URL(serverUrl).port;
}
