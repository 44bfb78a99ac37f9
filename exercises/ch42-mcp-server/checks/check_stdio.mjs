// Checks of stdio.mjs: lines in, lines out, first with streams of the check's own and then as a program.
import { during, within } from './check_case.mjs';
import { expect, expectEqual, Failed, place, required, show } from './check_expect.mjs';
import { observer } from './check_remote.mjs';

const FILE = 'stdio.mjs';
const where = () => place(FILE, 'serve');
const line = (message) => JSON.stringify({ jsonrpc: '2.0', ...message });
const echo = (id, text) => line({ id, method: 'echo', params: { text } });
const echoed = (id, text) => ({ jsonrpc: '2.0', id, result: { text } });

export async function speaksOverStdio(module) {
  const serve = required(module, 'serve', FILE);
  const streams = await observer(module, 'observe_streams');
  await readsLines(streams, serve);
  await goesOnAfterNonsense(streams, serve);
  await holdsUpNobody(streams, serve);
  await speaksAsAProgram(streams);
}

/** Runs serve on chunks of bytes; resolves to what was written, line by line. */
async function served(streams, serve, { what, chunks, hint }) {
  const late = `${what}: serve should have come to an end, since the input has, but it did not (${where()}).`;
  const facts = { expected: 'an end within a moment', found: 'none', where: where() };
  const run = () => within(streams.served(serve, chunks), late, hint, facts);
  return messagesIn(await during(what, hint, run, where()), what);
}

function messagesIn(written, what) {
  const hint =
    'One message is one line: JSON.stringify without indentation, and a "\\n" behind it. Nothing else is written.';
  const lines = `${written}`.split('\n');
  const facts = { expected: 'lines of JSON, each with its line end', found: show(written, 600), where: where() };
  if (lines.pop() !== '')
    throw new Failed(`${what}: what was written should end with a line end (${where()}).`, hint, facts);
  return lines.map((text) => {
    try {
      return JSON.parse(text);
    } catch {
      throw new Failed(`${what}: a line was written that is no message: ${show(text)} (${where()}).`, hint, facts);
    }
  });
}

const PIECES = 'Chunks end anywhere, lines do not. What is behind the last line end of a chunk belongs to the next.';
const LETTERS = 'A character can be several bytes, which come in two chunks. Who puts them together?';
const ENDS =
  'Only "\\n" ends a line, perhaps with "\\r" before it. What else does your way of splitting take for an end?';

// biome-ignore format: a table is read by lines
const INPUTS = [
  ['one message', [`${echo(1, 'a')}\n`], [echoed(1, 'a')], 'One line in, one line out.'],
  ['a text with line ends and quotes', [`${echo(2, 'a\n"b"\r\n')}\n`], [echoed(2, 'a\n"b"\r\n')], 'JSON writes a line end in a text as two letters.'],
  ['three messages in one chunk', [`${echo(1, 'a')}\n${echo(2, 'b')}\n${echo(3, 'c')}\n`], [echoed(1, 'a'), echoed(2, 'b'), echoed(3, 'c')], PIECES],
  ['a message in three chunks', [echo(1, 'abc').slice(0, 9), echo(1, 'abc').slice(9, 20), `${echo(1, 'abc').slice(20)}\n`], [echoed(1, 'abc')], PIECES],
  ['a chunk that ends inside of the second message', [`${echo(1, 'a')}\n${echo(2, 'b').slice(0, 5)}`, `${echo(2, 'b').slice(5)}\n`], [echoed(1, 'a'), echoed(2, 'b')], PIECES],
  ['one byte after the other', Array.from(Buffer.from(`${echo(1, 'Ørsted ⚓🌊')}\n`), (byte) => [byte]), [echoed(1, 'Ørsted ⚓🌊')], LETTERS],
  ['line ends of two characters', [`${echo(1, 'a')}\r\n${echo(2, 'b')}\r`, '\n'], [echoed(1, 'a'), echoed(2, 'b')], ENDS],
  ['no line end behind the last message', [`${echo(1, 'a')}\n${echo(2, 'b')}`], [echoed(1, 'a'), echoed(2, 'b')], 'When the input has ended, what is left is a line too.'],
  ['empty lines', ['\n\r\n', `  \n${echo(1, 'a')}\n\n`], [echoed(1, 'a')], 'An empty line is no message, and no mistake.'],
  ['no input at all', [], [], 'An empty line is no message, and no mistake.'],
  ['a notification', [`${line({ method: 'hush' })}\n${echo(1, 'a')}\n`], [echoed(1, 'a')], 'Where there is no response, nothing is written, not even an empty line.'],
  ['a text with U+2028 and U+2029, which others take for line ends', [`${echo(1, 'a\u2028b\u2029c\u0085d')}\n`], [echoed(1, 'a\u2028b\u2029c\u0085d')], ENDS],
  ['a "\\r" between two values', [`${echo(1, 'a').replace('{', '{\r').replaceAll(',', ',\r')}\n`], [echoed(1, 'a')], ENDS],
];

async function readsLines(streams, serve) {
  for (const [what, chunks, responses, hint] of INPUTS) {
    const found = await served(streams, serve, { what, chunks, hint });
    expectEqual(inOrder(found), responses, `With ${what}, the responses`, hint, where());
  }
}

/** Answers may overtake one another. */
const inOrder = (responses) => responses.toSorted((one, other) => one.id - other.id);

async function goesOnAfterNonsense(streams, serve) {
  const what = 'lines that are not JSON, and messages between them';
  const hint = 'JSON.parse throws. Catch it for this one line: the next may be fine.';
  const chunks = [`{"jsonrpc": \n${echo(1, 'a')}\nhello?\n7\n${echo(2, 'b')}\n{`];
  const found = await served(streams, serve, { what, chunks, hint });
  const errors = found.filter(({ error }) => error).map(({ id, error }) => [id, error.code]);
  const expected = [[null, -32600], [null, -32700], [null, -32700], [null, -32700]]; // biome-ignore format: a short list
  expectEqual(
    errors.sort((one, other) => other[1] - one[1]),
    expected,
    `With ${what}, the ids and codes of errors`,
    hint,
    where(),
  );
  expectEqual(
    found.map(({ jsonrpc }) => jsonrpc),
    found.map(() => '2.0'),
    `With ${what}, jsonrpc in each response`,
    'Every response says its version, also the one to a line that is no JSON.',
    where(),
  );
  expectEqual(
    inOrder(found.filter(({ result }) => result)),
    [echoed(1, 'a'), echoed(2, 'b')],
    `With ${what}, the other responses`,
    hint,
    where(),
  );
}

/** The first answer waits until the second one was written; and the input ends before either. */
async function holdsUpNobody(streams, serve) {
  const what = 'a slow method, and a fast one behind it';
  const hint =
    'Who waits for the slow answer: the loop that reads lines, or only the line it belongs to? And what has to be done before serve resolves?';
  const late = `With ${what}, the fast one should be answered while the slow one still works, and then serve should end (${where()}).`;
  const facts = { expected: 'two answers, the fast one first', found: 'no end', where: where() };
  const text = `${line({ id: 1, method: 'slow' })}\n${line({ id: 2, method: 'fast' })}\n`;
  const run = () => within(streams.servedInTurns(serve, text), late, hint, facts);
  const ids = messagesIn(await during(what, hint, run, where()), what).map(({ id }) => id);
  expectEqual(ids, [2, 1], `With ${what}, the ids in the order in which they were answered`, hint, where());
}

/** The whole server, as an agent would start it. */
async function speaksAsAProgram(streams) {
  const what = 'The server as a program: initialize, its tools, a call, and the end of the input';
  const hint =
    'Run node client.mjs, and read what is said. console.log writes to standard output too: use console.error.';
  const tool = (id, params) => line({ id, method: 'tools/call', params });
  const begin = line({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } });
  const call = tool(3, { name: 'reverse', arguments: { word: 'sæl 🦭' } });
  const lines = [begin, line({ method: 'notifications/initialized' }), line({ id: 2, method: 'tools/list' }), call];
  const late = `${what}. It should end by itself when its input has ended, but it is still running (${where()}).`;
  const facts = { expected: 'an end', found: 'none', where: where() };
  const ended = streams.ran('check_main.mjs', `${lines.join('\n')}\n`);
  const { text, exitCode } = await within(ended, late, hint, facts);
  expectEqual(exitCode, 0, `${what}. Its exit code`, hint, where());
  const found = inOrder(messagesIn(text, what));
  expect(
    found.length === 3,
    `${what}. There should be 3 responses, but there are ${found.length} (${where()}).`,
    hint,
    { expected: '3 responses', found: show(found, 600), where: where() },
  );
  expectEqual(
    found[2].result?.content,
    [{ type: 'text', text: '🦭 læs' }],
    `${what}. The content of the call's result`,
    hint,
    where(),
  );
}
