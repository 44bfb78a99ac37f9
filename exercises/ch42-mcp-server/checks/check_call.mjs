// Checks of mcp.mjs: calls of tools, and what a model is told.
import { during, within } from './check_case.mjs';
import { expect, expectEqual, place, pretty, show } from './check_expect.mjs';
import { expectRpcError, serverOf } from './check_mcp.mjs';

const FILE = 'mcp.mjs';
const text = (words) => ({ content: [{ type: 'text', text: words }] });

export async function callsTools(module) {
  await returnsTexts(module);
  await saysWhatAModelCanMend(module);
  await refusesTheRest(module);
}

async function called(module, what, params, hint) {
  const { server, done } = serverOf(module);
  const where = place(FILE, 'callTool');
  const message = `${what}: callTool should resolve, but it did not (${where}).`;
  const facts = { expected: 'a result within a moment', found: 'none', where };
  const run = () => within(server.callTool(params), message, hint, facts);
  return { found: await during(what, hint, run, where), done };
}

async function returnsTexts(module) {
  const json = 'What is no text becomes one: JSON. And what does JSON.stringify make of undefined?';
  for (const [what, params, words, done, hint] of [
    ['A tool that returns a text', { name: 'blink', arguments: { times: 2, colour: 'red' } }, 'red red', { times: 2, colour: 'red' }, 'A text is not changed: JSON would put quotes around it.'],
    ['A tool that returns an empty text', { name: 'blink', arguments: { times: 0 } }, '', { times: 0 }, 'A text is not changed, an empty one neither.'],
    ['A tool that returns a promise of a list', { name: 'ships', arguments: {} }, '[{"name":"Ørsted","tons":7.5}]', {}, 'A tool may return a promise. Who waits for it?'],
    ['A tool that is called without arguments', { name: 'echo' }, '{}', {}, 'Without arguments, they are {}.'],
    ['A tool that returns 0', { name: 'count', arguments: {} }, '0', {}, json],
    ['A tool that returns nothing', { name: 'rest', arguments: {} }, '', {}, json],
    ['A tool that returns null', { name: 'nobody', arguments: {} }, 'null', {}, json],
  ]) {
    const { found, done: calls } = await called(module, what, params, hint);
    const where = place(FILE, 'callTool');
    const { content, isError = false } = found ?? {};
    expectEqual({ content, isError }, { ...text(words), isError: false }, `${what}. What callTool(${show(params)}) resolves to`, hint, where);
    expectEqual(calls, [[params.name, done]], `${what}. The tools that were run, and with what`, 'run is given the arguments, once.', where);
  }
} // biome-ignore format: a table is read by lines

async function saysWhatAModelCanMend(module) {
  const mend = 'The model reads content, and with isError it knows that it has to do something about it. It does not see what is thrown.';
  const problems = 'problemsWith finds all of them. The tool is not run then.';
  for (const [what, params, words, runs, hint] of [
    ['A required argument that is missing', { name: 'blink', arguments: {} }, ['times'], 0, problems],
    ['A required argument, when there are no arguments', { name: 'blink' }, ['times'], 0, problems],
    ['Three problems with the arguments', { name: 'blink', arguments: { times: 'two', colour: 5, speed: 1 } }, ['times', 'colour', 'speed'], 0, problems],
    ['A text instead of a number', { name: 'blink', arguments: { times: '2' } }, ['times'], 0, problems],
    ['Five problems with the arguments', { name: 'blink', arguments: { colour: 5, speed: 1, height: 2, depth: 3 } }, ['times', 'colour', 'speed', 'height', 'depth'], 0, problems],
    ['A tool that throws', { name: 'storm', arguments: {} }, ['the lamp is broken'], 1, mend],
    ['A tool that rejects', { name: 'fog', arguments: {} }, ['nothing can be seen'], 1, mend],
  ]) {
    const { found, done } = await called(module, what, params, hint);
    const where = place(FILE, 'callTool');
    const [first] = Array.isArray(found?.content) ? found.content : [];
    const isRight = found?.isError === true && first?.type === 'text' && words.every((word) => String(first.text).includes(word));
    const expected = `{ content: [{ type: 'text', text: '… ${words.join(' … ')} …' }], isError: true }`;
    expect(isRight, `${what}. What callTool(${show(params)}) resolves to should be ${expected}, but it is ${show(found)} (${where}).`, hint, { expected, found: pretty(found), where });
    expectEqual(done.length, runs, `${what}. How often the tool was run`, hint, where);
  }
} // biome-ignore format: a table is read by lines

async function refusesTheRest(module) {
  const hint = 'A name that is not in the list is a mistake of the program that asks, not of its model. Which of the two ways out does it take?';
  for (const [what, params, words] of [
    ['A tool that is not there', { name: 'sink', arguments: {} }, 'sink'],
    ['A tool whose name begins like that of another', { name: 'blinking', arguments: { times: 1 } }, 'blinking'],
    ['A tool whose name is written differently', { name: 'Blink', arguments: { times: 1 } }, 'Blink'],
    ['No name', { arguments: {} }, ''],
    ['A name that is no text', { name: ['rest'], arguments: {} }, ''],
    ['Arguments that are a list', { name: 'echo', arguments: [1] }, ''],
    ['Arguments that are a text', { name: 'echo', arguments: '{}' }, ''],
    ['Arguments that are null', { name: 'echo', arguments: null }, ''],
  ]) {
    const { server, done } = serverOf(module);
    await expectRpcError(() => server.callTool(params), { what, code: -32602, words, hint, method: 'callTool' });
    expectEqual(done, [], `${what}. The tools that were run`, hint, place(FILE, 'callTool'));
  }
} // biome-ignore format: a table is read by lines
