import type { WidthsResponse } from '@agent-factory/protocol';
import { UnicodeGraphemesAddon } from '@xterm/addon-unicode-graphemes';
import type { IUnicodeVersionProvider, Terminal } from '@xterm/xterm';
import { knownWidths, loadWidths } from '../client/widths.js';
import { WidthTable } from './width-table.js';

/** Name under which the widths are registered; xterm knows its own by their Unicode versions. */
const TMUX = 'tmux';

/** One table for all terminals of a page. */
const tables = new WeakMap<WidthsResponse, WidthTable>();

/**
 * Lets a terminal count cells as the tmux behind it does. Call it before the terminal is written to.
 * Where the daemon does not tell in time, or cannot, the terminal goes by Unicode's own rules.
 */
export function applyWidths(terminal: Terminal, serverUrl: string): void {
  const known = knownWidths(serverUrl);
  if (known !== undefined) setWidths(terminal, known);
  else {
    terminal.loadAddon(new UnicodeGraphemesAddon());
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
