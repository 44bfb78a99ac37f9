import { ByteLines } from '../../system/byte-lines.js';
import { unescapeOutput } from './unescape-output.js';

/** What tmux tells a client in control mode. */
export interface ControlEvents {
  /** A program has printed these bytes. */
  onOutput(paneId: string, bytes: Buffer): void;
  /** The answer to one command, in the order of the commands: its lines as bytes; undefined if tmux refused it. */
  onReply(lines: readonly Buffer[] | undefined): void;
  /** The layout of a window has changed, and perhaps the size of the pane. */
  onLayout(): void;
}

/** The longest name of a notification; whatever is longer belongs to the text of an answer. */
const MAX_NAME_LENGTH = 32;
/** What an answer to a command of ours has; what tmux does by itself, such as attaching, has 0. */
const OURS = '1';

interface Reply {
  /** Time, number and flags: the end of the answer repeats them. */
  readonly mark: string;
  readonly lines: Buffer[];
}

/**
 * Reads tmux's control mode. Output and answers come in the order in which things happened: what was printed
 * before a command was run comes before its answer.
 */
export class ControlStream {
  readonly #lines = new ByteLines();
  readonly #events: ControlEvents;
  #reply: Reply | undefined;

  constructor(events: ControlEvents) {
    this.#events = events;
  }

  add(piece: Buffer): void {
    for (const line of this.#lines.add(piece)) this.#handleLine(line);
  }

  #handleLine(line: Buffer): void {
    const reply = this.#reply;
    if (reply === undefined) this.#handleNotification(line);
    else if (!this.#ends(reply, line)) reply.lines.push(line);
  }

  #ends(reply: Reply, line: Buffer): boolean {
    const [name, mark] = split(line.toString('latin1', 0, reply.mark.length + MAX_NAME_LENGTH));
    if ((name !== '%end' && name !== '%error') || mark !== reply.mark) return false;
    this.#reply = undefined;
    if (mark.split(' ')[2] === OURS) this.#events.onReply(name === '%end' ? reply.lines : undefined);
    return true;
  }

  #handleNotification(line: Buffer): void {
    const space = line.indexOf(0x20);
    const name = line.toString('latin1', 0, space < 0 ? line.length : space);
    if (name === '%output') this.#handleOutput(line.subarray(space + 1));
    else if (name === '%begin') this.#reply = { mark: line.toString('latin1', space + 1), lines: [] };
    else if (name === '%layout-change') this.#events.onLayout();
  }

  #handleOutput(rest: Buffer): void {
    const space = rest.indexOf(0x20);
    if (space < 0) return;
    this.#events.onOutput(rest.toString('latin1', 0, space), unescapeOutput(rest.subarray(space + 1)));
  }
}

function split(line: string): [name: string, rest: string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
}
