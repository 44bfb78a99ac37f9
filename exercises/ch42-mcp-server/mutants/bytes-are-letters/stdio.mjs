// Messages on standard input and output.
import { answer, PARSE_ERROR } from './rpc.mjs';

// --- 7. Lines in, lines out --------------------------------------------------

/**
 * Reads messages from `input`, and writes what answer() says about them to
 * `output`. Resolves when the input has ended and the last response is written.
 *
 *   * Every message is JSON on one line, in UTF-8, and so is every response. A
 *     line ends with "\n", or with "\r\n", and with nothing else. JSON may hold
 *     characters that others take for line ends, such as "\u2028" in a text, or
 *     a "\r" between two values. node:readline does, so it is no help here.
 *   * The input comes in chunks, which end anywhere. What is behind the last
 *     line end is a line too.
 *   * Empty lines say nothing. A line that is not JSON is answered with
 *     PARSE_ERROR and the id null, and the next one is read.
 *   * A response is written as soon as it is there. A method that
 *     takes long holds up nobody: messages that come after it are
 *     answered in the meantime.
 *   * Nothing else is written to `output`: whoever reads it expects messages.
 *
 * input    a readable stream, such as process.stdin. Useful:
 *          input.setEncoding('utf8'), and `for await`
 * output   a writable stream, such as process.stdout
 */
export async function serve(input, output, methods) {
  const replies = [];
  const take = async (line) => {
    const response = await responseTo(line, methods);
    if (response) output.write(`${JSON.stringify(response)}\n`);
  };
  let rest = '';
  for await (const text of input) {
    const lines = (rest + text.toString()).split('\n');
    rest = lines.pop();
    replies.push(...lines.map(take));
  }
  await Promise.all([...replies, take(rest)]);
}

async function responseTo(line, methods) {
  if (line.trim() === '') return undefined;
  let message;
  try {
    message = JSON.parse(line);
  } catch (problem) {
    const error = { code: PARSE_ERROR, message: problem.message };
    return { jsonrpc: '2.0', id: null, error };
  }
  return answer(message, methods);
}
