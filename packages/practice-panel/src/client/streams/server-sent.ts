/** A message of a stream of server-sent events, or one of its comments, which carry no event. */
export type ServerSent =
  | { readonly kind: 'message'; readonly data: string }
  | { readonly kind: 'comment'; readonly line: string };

const LINE_END = /\r\n|\n|\r/g;

/** A line that is longer, in UTF-16 units, is no event of ours: the longest real one holds a few large files. */
const MAX_LINE_LENGTH = 64 * 1024 * 1024;

/**
 * Reads the text of an event stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), however it is
 * cut. The ids of messages are passed over: our events carry their own. Throws where a line has no end.
 */
export class ServerSentParser {
  /** The line that has begun, in the pieces it came in: joining them at each piece would take quadratic time. */
  #pieces: string[] = [];
  #length = 0;
  #endedWithReturn = false;
  #data: string[] = [];

  *push(text: string): Generator<ServerSent> {
    if (text === '') return;
    let start = this.#endedWithReturn && text.startsWith('\n') ? 1 : 0;
    this.#endedWithReturn = text.endsWith('\r');
    LINE_END.lastIndex = start;
    const ends = text.matchAll(LINE_END);
    for (const end of ends) {
      yield* this.#line(this.#take(text.slice(start, end.index)));
      start = end.index + end[0].length;
    }
    this.#keep(text.slice(start));
  }

  #take(rest: string): string {
    if (this.#pieces.length === 0) return rest;
    const line = this.#pieces.join('') + rest;
    this.#pieces = [];
    this.#length = 0;
    return line;
  }

  #keep(piece: string): void {
    if (piece === '') return;
    this.#length += piece.length;
    if (this.#length > MAX_LINE_LENGTH) throw new Error('A line of the event stream is too long.');
    this.#pieces.push(piece);
  }

  *#line(line: string): Generator<ServerSent> {
    if (line.startsWith(':')) yield { kind: 'comment', line };
    else if (line === '') yield* this.#dispatch();
    else if (line.startsWith('data:')) this.#data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
  }

  *#dispatch(): Generator<ServerSent> {
    if (this.#data.length === 0) return;
    const data = this.#data.join('\n');
    this.#data = [];
    yield { kind: 'message', data };
  }
}
