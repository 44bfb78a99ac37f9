// From events to what the model said and wants.

/**
 * An answer that grows with each event. It knows three types,
 * whose data is JSON:
 *
 *     text        {"text": "Hel"}
 *                 the next piece of the text
 *     call        {"index": 0, "id": "call-1", "name": "weather"}
 *                 a call of a tool begins
 *     arguments   {"index": 0, "part": "{\"city\": \"O"}
 *                 the next piece of that call's arguments
 *
 * The pieces of a call's arguments, put together, are JSON; a single piece
 * seldom is. Pieces of several calls may come in turns: `index` says to which
 * one a piece belongs, and in which order they are meant.
 */
export class Answer {
  /** All of the text so far. */
  text = '';
  #calls = new Map();

  /**
   * Takes an event { type, data }. Returns the text that is new with it, or ''.
   *
   * Other types are ignored: servers learn new ones, and their
   * data need not be JSON.
   */
  add(event) {
    if (!['text', 'call', 'arguments'].includes(event.type)) return '';
    const { text = '', index, id, name, part } = JSON.parse(event.data);
    if (event.type === 'call') this.#calls.set(index, { id, name, json: '' });
    if (event.type === 'arguments') this.#calls.get(index).json += part;
    this.text += text;
    return text;
  }

  /**
   * The calls in the order of their index:
   * [{ id: 'call-1', name: 'weather', arguments: { city: 'Oslo' } }]
   *
   * A call without any piece of arguments has none: {}. Where the pieces
   * together are not JSON, or are JSON but no object, there is `problem` in the
   * place of `arguments`: a sentence for the model, with the name of the tool
   * in it. The other calls are not affected.
   */
  calls() {
    return [...this.#calls]
      .sort(([one], [other]) => one - other)
      .map(([, call]) => finished(call));
  }
}

function finished({ id, name, json }) {
  const values = parsed(json === '' ? '{}' : json);
  const isObject =
    typeof values === 'object' && values !== null && !Array.isArray(values);
  if (isObject) return { id, name, arguments: values };
  const problem = `The arguments of ${name} are no JSON object: ${json}`;
  return { id, name, problem };
}

/** The value of a JSON text, or undefined if it is none. */
function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
