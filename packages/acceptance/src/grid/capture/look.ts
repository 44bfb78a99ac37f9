import { type TmuxPane, tmux } from '../../machine/tmux.js';

/** What tmux has written to one of its clients, in bytes. */
export interface ClientOutput {
  readonly pid: number;
  readonly cols: number;
  readonly rows: number;
  readonly written: number;
  /**
   * What it has dropped because the client did not read: of what it had counted as written, and of what it had not. Where
   * this is not 0, `written` does not tell any more how much the client was sent.
   */
  readonly discarded: number;
}

/** What tmux holds of a pane, and has told its clients of it, at one moment. */
export interface Look {
  readonly cols: number;
  readonly rows: number;
  readonly cursor: { readonly col: number; readonly row: number; readonly visible: boolean };
  /** The screen with its attributes, a line for each row, trailing spaces kept. */
  readonly lines: readonly string[];
  /** The same, without the ends of lines where one continues in the next row. */
  readonly joined: readonly string[];
  /** Those that draw: not the ones that only listen. */
  readonly clients: readonly ClientOutput[];
}

const STATE = '#{pane_width} #{pane_height} #{cursor_x} #{cursor_y} #{cursor_flag} #{pane_pid}';
const CLIENT =
  '#{client_pid} #{client_width} #{client_height} #{client_written} #{client_discarded} #{client_control_mode}';
/** Ends the list of clients. No client has a pid of this kind. */
const END_OF_CLIENTS = '-';

/** Asks tmux, in one question: nothing happens in between. Rejects if there is no such pane. */
export async function lookAt({ server, session, target }: TmuxPane): Promise<Look> {
  const capture = ['capture-pane', '-e', '-p', '-N', '-t', target];
  const commands = [
    ['display-message', '-p', '-t', target, STATE],
    ['list-clients', '-t', `=${session}`, '-F', CLIENT],
    ['display-message', '-p', END_OF_CLIENTS],
    capture,
    [...capture, '-J'],
  ];
  const printed = await tmux(server, ...commands.flatMap((command) => [...command, ';']).slice(0, -1));
  const [state = '', ...rest] = printed.replace(/\n$/, '').split('\n');
  const [cols = 0, rows = 0, col = 0, row = 0, visible = 0, pid = 0] = state.split(' ').map(Number);
  // tmux itself answers with empty fields.
  if (pid === 0) throw new Error(`There is no session ${session}`);
  const end = rest.indexOf(END_OF_CLIENTS);
  return {
    cols,
    rows,
    cursor: { col, row, visible: visible === 1 },
    lines: rest.slice(end + 1, end + 1 + rows),
    joined: rest.slice(end + 1 + rows),
    clients: rest.slice(0, end).flatMap(clientOf),
  };
}

function clientOf(line: string): ClientOutput[] {
  const [pid = 0, cols = 0, rows = 0, written = 0, discarded = 0, listens = 0] = line.split(' ').map(Number);
  return listens === 1 ? [] : [{ pid, cols, rows, written, discarded }];
}
