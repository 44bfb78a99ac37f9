import type { WidthsResponse } from '@agent-factory/protocol';
import type * as Graphemes from '@xterm/addon-unicode-graphemes';
import type { IUnicodeVersionProvider, Terminal } from '@xterm/xterm';
import { knownWidths, loadWidths } from '../../client/server/widths.js';
import { WidthTable } from './width-table.js';

/** The daemon asks tmux once, for a second at most, and then knows. After this long, a terminal opens without. */
const WAIT_MS = 1000;

/** Name under which the widths are registered; xterm knows its own by their Unicode versions. */
const TMUX = 'tmux';

/** One table for all terminals of a page. */
const tables = new WeakMap<WidthsResponse, WidthTable>();

/** Unicode's own rules, which are loaded only if those of tmux are not available. */
let graphemes: typeof Graphemes | undefined;

/** Resolves when the widths are known, or as soon as a student should not wait for them any longer. */
export async function prepareWidths(serverUrl: string): Promise<void> {
  if (knownWidths(serverUrl) !== undefined) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), WAIT_MS);
  });
  const widths = await Promise.race([loadWidths(serverUrl), enough]);
  clearTimeout(timer);
  if (widths === undefined) graphemes ??= await import('@xterm/addon-unicode-graphemes');
}

/**
 * Lets a terminal count cells as the tmux behind it does. Call it before the terminal is written to, and
 * after `prepareWidths`. If the daemon does not know, the terminal goes by Unicode's own rules.
 */
export function applyWidths(terminal: Terminal, serverUrl: string): void {
  const known = knownWidths(serverUrl);
  if (known !== undefined) setWidths(terminal, known);
  else {
    if (graphemes !== undefined) terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
    void loadWidths(serverUrl).then((late) => late && setWidths(terminal, late));
  }
}

function setWidths(terminal: Terminal, widths: WidthsResponse): void {
  const table = tables.get(widths) ?? new WidthTable(widths);
  tables.set(widths, table);
  const provider: IUnicodeVersionProvider = {
    version: TMUX,
    wcwidth: (point) => table.widthOf(point),
    charProperties: (point, preceding) => table.propertiesOf(point, preceding),
  };
  terminal.unicode.register(provider);
  terminal.unicode.activeVersion = TMUX;
}
