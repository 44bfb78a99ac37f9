// Checks of rpc.mjs: what is answered to a message.
import { during, within } from './check_case.mjs';
import { expect, expectEqual, place, pretty, required, show } from './check_expect.mjs';
import { made, observer } from './check_remote.mjs';

const FILE = 'rpc.mjs';
const SECRET = 'cannot open the safe with 7351';

/** Methods, and what they were called with. */
async function methodsOf(module) {
  const calls = [];
  const closed = await made(new module.RpcError(-32050, 'the museum is closed'));
  const noRoom = await made(new module.RpcError(await module.INVALID_PARAMS, 'no such room'));
  const methods = new Map(
    Object.entries({
      multiply: ({ a, b }) => ({ product: a * b }),
      later: async (params) => ({ params }),
      quiet: () => undefined,
      zero: () => 0,
      no: async () => false,
      blank: () => '',
      refuse: () => {
        throw closed;
      },
      refuseLater: () => Promise.reject(noRoom),
      crash: () => {
        throw new TypeError(SECRET);
      },
      crashLater: () => Promise.reject(new Error(SECRET)),
      crashWithText: () => Promise.reject(SECRET),
    }).map(([name, run]) => [
      name,
      (params) => {
        calls.push([name, params]);
        return run(params);
      },
    ]),
  );
  return { calls, methods };
}

/** What answer says about a message. It goes over a wire, so only what JSON can hold of it counts. */
async function answered(module, what, message, hint) {
  const { calls, methods } = await methodsOf(module);
  const answer = required(module, 'answer', FILE);
  const where = place(FILE, 'answer');
  const late = `${what}: answer should resolve, but it did not (${where}).`;
  const facts = { expected: 'a response within a moment', found: 'none', where };
  const found = await during(what, hint, () => within(answer(message, methods), late, hint, facts), where);
  return { calls, found: found === undefined ? undefined : JSON.parse(JSON.stringify(found)) };
}

const message = (more) => ({ jsonrpc: '2.0', ...more });

export async function answersRequests(module) {
  const seven = { a: 6, b: process.pid };
  const id = 'A response is jsonrpc, the id of the request, and the result.';
  for (const [what, given, result, hint] of [
    ['A request', { id: 12, method: 'multiply', params: seven }, { product: 6 * process.pid }, id],
    ['A request with a text as its id', { id: 'q-1', method: 'multiply', params: seven }, { product: 6 * process.pid }, id],
    ['A request with the id 0', { id: 0, method: 'multiply', params: seven }, { product: 6 * process.pid }, 'Is 0 an id? And an empty text? Ask whether there is one, not whether it is true.'],
    ['A request with an empty text as its id', { id: '', method: 'quiet' }, {}, 'Is 0 an id? And an empty text? Ask whether there is one, not whether it is true.'],
    ['A request whose method returns a promise', { id: 3, method: 'later', params: { room: { number: 4 } } }, { params: { room: { number: 4 } } }, 'A method may return a promise. Who waits for it?'],
    ['A request without params', { id: 4, method: 'later' }, { params: {} }, 'Without params, the method is given {}.'],
    ['A request whose method returns 0', { id: 6, method: 'zero' }, 0, 'Only undefined is no result. 0, false and an empty text are results.'],
    ['A request whose method resolves to false', { id: 7, method: 'no' }, false, 'Only undefined is no result. 0, false and an empty text are results.'],
    ['A request whose method returns an empty text', { id: 8, method: 'blank' }, '', 'Only undefined is no result. 0, false and an empty text are results.'],
    ['A request whose method returns undefined', { id: 5, method: 'quiet', params: {} }, {}, 'JSON does not write undefined, and without a result it is no response.'],
  ]) {
    const { found } = await answered(module, what, message(given), hint);
    expectEqual(found, message({ id: given.id, result }), `${what}. What answer(${show(message(given))}) resolves to`, hint, place(FILE, 'answer'));
  }
  await answersNoNotification(module);
} // biome-ignore format: a table is read by lines

async function answersNoNotification(module) {
  const silent = 'Nobody waits for an answer to a notification. At how many places does your code return one?';
  const where = place(FILE, 'answer');
  for (const [what, given, done] of [
    ['A notification', { method: 'multiply', params: { a: 1, b: 2 } }, [['multiply', { a: 1, b: 2 }]]],
    ['A notification without params', { method: 'later' }, [['later', {}]]],
    ['A notification for which there is no method', { method: 'nowhere' }, []],
    ['A notification whose method throws an RpcError', { method: 'refuseLater' }, [['refuseLater', {}]]],
    ['A notification whose method throws', { method: 'crash' }, [['crash', {}]]],
    ['A response with a result', { id: 3, result: { fine: true } }, []],
    ['A response with an error', { id: 'x', error: { code: -1, message: 'no' } }, []],
  ]) {
    const { calls, found } = await answered(module, what, message(given), silent);
    expectEqual(found, undefined, `${what}. What answer(${show(message(given))}) resolves to`, silent, where);
    const run = 'A notification is done like a request. Only the answer is missing.';
    expectEqual(calls, done, `${what}. The methods that were called`, run, where);
  }
}

const SHAPE =
  'Look at the message from the outside in: is it an object, which version, which kind, and then the single fields.';
const ID = 'The response has the id of the message if that can be used, otherwise null.';

// biome-ignore format: a table is read by lines
const NO_MESSAGES = [
  ['A number', 7, null, SHAPE],
  ['null', null, null, 'typeof null is "object".'],
  ['A text', 'ping', null, SHAPE],
  ['A list of messages', [message({ id: 1, method: 'quiet' })], null, 'A list is an object for typeof. Which function of Array knows better?'],
  ['An empty object', {}, null, SHAPE],
  ['A message without jsonrpc', { id: 8, method: 'quiet' }, 8, ID],
  ['A message with jsonrpc 2 instead of "2.0"', { jsonrpc: 2, id: 'a', method: 'quiet' }, 'a', ID],
  ['A message with an id alone', message({ id: 9 }), 9, 'It is none of the three: what does each of them have that this has not?'],
  ['A message whose method is a number', message({ id: 0, method: 5 }), 0, ID],
  ['A message whose id is null', message({ id: null, method: 'quiet' }), null, 'null is there, and it is neither a text nor a number. Only what is undefined is missing.'],
  ['A message whose id is an object', message({ id: { n: 1 }, method: 'quiet' }), null, ID],
  ['A message whose id is true', message({ id: true, method: 'quiet' }), null, ID],
  ['A message whose params are a list', message({ id: 4, method: 'quiet', params: [1] }), 4, SHAPE],
  ['A message whose params are null', message({ id: 5, method: 'quiet', params: null }), 5, SHAPE],
  ['A message whose params are a text', message({ id: 6, method: 'quiet', params: 'room 4' }), 6, SHAPE],
];

export async function reportsErrors(module) {
  for (const [what, given, id, hint] of NO_MESSAGES) {
    await expectError(module, what, given, { id, code: -32600 }, hint);
  }
  const table = 'What does a Map return for a name that it does not have?';
  for (const method of ['nowhere', 'toString', 'Quiet']) {
    await expectError(module, `The method ${method}, which is not there`, message({ id: 1, method }), { id: 1, code: -32601, words: method }, table);
  }
  const known = 'An RpcError is meant for the other side: its code and its message go there.';
  await expectError(module, 'A method that throws an RpcError', message({ id: 2, method: 'refuse' }), { id: 2, code: -32050, words: 'the museum is closed' }, known);
  await expectError(module, 'A method that rejects with an RpcError', message({ id: 0, method: 'refuseLater' }), { id: 0, code: -32602, words: 'no such room' }, known);
  await keepsSecrets(module);
} // biome-ignore format: messages are read in one piece

async function expectError(module, what, given, { id, code, words = '' }, hint) {
  const { calls, found } = await answered(module, what, given, hint);
  const where = place(FILE, 'answer');
  const { error, ...rest } = found ?? {};
  const isRight = error?.code === code && typeof error.message === 'string' && error.message.trim() !== '';
  const expected = `{ jsonrpc: '2.0', id: ${show(id)}, error: { code: ${code}, message: '${words ? `… ${words} …` : 'a sentence'}' } }`;
  const said = `${what}. What answer(${show(given)}) resolves to should be ${expected}, but it is ${show(found)} (${where}).`;
  expect(isRight && error.message.includes(words), said, hint, { expected, found: pretty(found), where });
  expectEqual(rest, message({ id }), `${what}. The response without its error`, ID, where);
  if (code === -32600)
    expectEqual(calls, [], `${what}. The methods that were called`, 'What is no message is not done.', where);
  return error;
}

/** What went wrong inside of a method is told to the people of this side. */
async function keepsSecrets(module) {
  const { listen, told, stop } = await observer(module, 'observe_console');
  await listen();
  try {
    for (const [what, method] of [
      ['A method that throws', 'crash'],
      ['A method that rejects', 'crashLater'],
      ['A method that rejects with a text', 'crashWithText'],
    ]) {
      const hint = 'Exceptions hold paths, names and more. The other side gets a sentence of yours; console.error gets the exception.';
      const { message: sentence } = await expectError(module, what, message({ id: 7, method }), { id: 7, code: -32603 }, hint);
      const where = place(FILE, 'answer');
      const facts = { expected: 'a sentence without a word of the exception', found: sentence, where };
      expect(!/safe|7351/.test(sentence), `${what}: the message should say nothing of what was thrown, but it is ${show(sentence)} (${where}).`, hint, facts);
      const said = (await told()).join('\n');
      const spoken = { expected: `console.error with: ${SECRET}`, found: said || 'nothing', where };
      expect(said.includes(SECRET), `${what}: what was thrown should go to console.error (${where}).`, hint, spoken);
    }
  } finally {
    await stop();
  }
} // biome-ignore format: messages are read in one piece
