// From the wire to events: bytes become text, and text becomes
// server-sent events.

// --- 1. From bytes to text ---------------------------------------------------

/**
 * Yields the text of chunks of bytes (Uint8Array), as far as it is sure.
 *
 * The network cuts where it likes, also in the middle of a character:
 * "ö" is two bytes in UTF-8, and an emoji four. A character whose bytes
 * have not all arrived waits for the next chunk. A chunk may yield an
 * empty text, or nothing.
 *
 * chunks   anything that `for await` goes through: the body of a
 *          response, or an array
 *
 * Useful: TextDecoder, and the option `stream` of its method decode().
 */
export async function* decode(chunks) {
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

// --- 2. From text to events --------------------------------------------------

/**
 * Reads server-sent events from pieces of text, which may end anywhere: in a
 * name, in a line end.
 *
 * An event is some lines and an empty line behind them:
 *
 *     event: text             its type. Without such a line, it is "message"
 *     data: {"text": "Hel"}   its data. Several such lines are joined by "\n"
 *     : tick                  a line that begins with ":" is a comment, and
 *                             says nothing
 *
 * A line is a name, a ":" and a value. One space behind the ":" does not belong
 * to the value; a second one does, and so does every other ":". A line without
 * ":" is a name with an empty value. Names other than event and data are
 * ignored. A line ends with "\n" or with "\r\n".
 *
 * At the empty line an event is complete, and what comes next is a new one.
 * Without any data line it is none, and is forgotten. One whose empty line has
 * not come is not complete.
 */
export class EventParser {
  #unfinished = '';
  #type = '';
  #data = [];

  /**
   * Takes the next piece; returns the events that it completes:
   * [{ type: 'text', data: '{"text": "Hel"}' }]
   */
  push(text) {
    const lines = (this.#unfinished + text).split('\n');
    this.#unfinished = lines.pop();
    return lines.flatMap((line) =>
      this.#take(line.endsWith('\r') ? line.slice(0, -1) : line),
    );
  }

  /** Returns the event that a line completes, in an array, or an empty one. */
  #take(line) {
    if (line === '') return this.#complete();
    const colon = line.includes(':') ? line.indexOf(':') : line.length;
    const name = line.slice(0, colon);
    const value = line.slice(colon + 1).trim();
    if (name === 'event') this.#type = value;
    if (name === 'data') this.#data.push(value);
    return [];
  }

  #complete() {
    const type = this.#type || 'message';
    const data = this.#data.join('\n');
    const events = this.#data.length > 0 ? [{ type, data }] : [];
    this.#type = '';
    this.#data = [];
    return events;
  }
}

/**
 * Yields the events in chunks of bytes. Finished: it puts your
 * two parts together.
 */
export async function* readEvents(chunks) {
  const parser = new EventParser();
  for await (const text of decode(chunks)) yield* parser.push(text);
}
