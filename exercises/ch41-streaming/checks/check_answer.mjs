// Checks of answer.mjs: events to a text and calls of tools.
import { during } from './check_case.mjs';
import { expect, expectEqual, place, pretty, required, show } from './check_expect.mjs';
import { atOnce } from './check_remote.mjs';

const FILE = 'answer.mjs';
const call = (index, id, name) => ['call', { index, id, name }];
const part = (index, text) => ['arguments', { index, part: text }];

// biome-ignore format: a table is read by lines
const CALLS = [
  {
    what: 'a call in three parts',
    events: [call(0, 'c-1', 'book'), part(0, '{"room": {"num'), part(0, ''), part(0, 'ber": 7}, "nights": [1, 2]}')],
    calls: [{ id: 'c-1', name: 'book', arguments: { room: { number: 7 }, nights: [1, 2] } }],
    hint: 'A part is no JSON by itself. When are all of them there?',
  },
  {
    what: 'parts that end inside of an escape and of a character',
    events: [call(0, 'c-1', 'say'), part(0, '{"text": "caf\\u00'), part(0, 'e9 \\'), part(0, '"{}\\" '), part(0, '\ud83c'), part(0, '\udf0a"}')],
    calls: [{ id: 'c-1', name: 'say', arguments: { text: 'café "{}" 🌊' } }],
    hint: 'Put the parts together exactly as they are: nothing trimmed, nothing between them.',
  },
  {
    what: 'two calls whose parts come in turns, and text between them',
    events: [call(0, 'a', 'add'), part(0, '{"x"'), call(1, 'b', 'sub'), part(1, '{"y": '), ['text', { text: 'Hm.' }], part(0, ': 1}'), part(1, '2}')],
    calls: [
      { id: 'a', name: 'add', arguments: { x: 1 } },
      { id: 'b', name: 'sub', arguments: { y: 2 } },
    ],
    hint: 'To which call does a part belong? `index` says it, not what came last.',
  },
  {
    what: 'calls with the indexes 10, 2 and 0, in this order',
    events: [call(10, 'c', 'three'), call(2, 'b', 'two'), call(0, 'a', 'one'), part(2, '{"n": 2}')],
    calls: [
      { id: 'a', name: 'one', arguments: {} },
      { id: 'b', name: 'two', arguments: { n: 2 } },
      { id: 'c', name: 'three', arguments: {} },
    ],
    hint: 'The order of the index counts, not that of arrival. Numbers are to be sorted as numbers: 10 comes after 2. No part at all means no arguments.',
  },
];

export async function putsAnswersTogether(module) {
  const Answer = required(module, 'Answer', FILE);
  await growsByText(Answer);
  for (const { what, events, calls, hint } of CALLS) {
    const found = await callsOf(Answer, what, events, hint);
    expectEqual(found, calls, `With ${what}, calls()`, hint, place(FILE, 'calls'));
  }
  await reportsProblems(Answer);
  await sharesNothing(Answer);
}

async function growsByText(Answer) {
  const where = place(FILE, 'add');
  const answer = new Answer();
  expectEqual(await answer.text, '', 'The text of a new answer', 'It begins empty.', where);
  let text = '';
  const ignored =
    'What is new in the text with this event? Other types are ignored, and their data is not read at all.';
  for (const [type, data, piece] of [
    ['text', '{"text": "Two "}', 'Two '],
    ['ping', '', ''],
    ['text', '{"text": "cats \\ud83d\\udc08"}', 'cats 🐈'],
    ['mood', 'curious', ''],
    ['call', '{"index": 0, "id": "c", "name": "purr"}', ''],
    ['note', '{"text": "not for you"}', ''],
    ['arguments', '{"index": 0, "part": "{}"}', ''],
    ['text', '{"text": ""}', ''],
    ['text', '{"text": "\\n"}', '\n'],
  ]) {
    const what = `add({ type: ${show(type)}, data: ${show(data)} })`;
    const found = await during(what, ignored, () => atOnce(answer.add({ type, data })));
    expectEqual(found, piece, `What ${what} returns`, ignored, where);
    text += piece;
    expectEqual(await answer.text, text, `The text after ${what}`, ignored, where);
  }
}

async function callsOf(Answer, what, events, hint) {
  const answer = new Answer();
  return during(`Answer, with ${what}`, hint, async () => {
    for (const [type, data] of events) await answer.add({ type, data: JSON.stringify(data) });
    await answer.calls(); // Asking changes nothing.
    return atOnce(answer.calls());
  });
}

async function reportsProblems(Answer) {
  const where = place(FILE, 'calls');
  for (const [what, json] of [
    ['arguments that end too early', '{"city": "Os'],
    ['a list instead of an object', '["Oslo"]'],
    ['null instead of an object', 'null'],
    ['a number instead of an object', '7'],
    ['a text instead of an object', '"Oslo"'],
    ['blank arguments', ' '],
  ]) {
    const hint = 'Only an object holds named arguments. What has to be caught here, and what has to be asked?';
    const events = [call(0, 'a', 'forecast'), part(0, json), call(1, 'b', 'now'), part(1, '{"zone": "CET"}')];
    const found = await callsOf(Answer, what, events, hint);
    const [first, second] = Array.isArray(found) ? found : [];
    const isReported =
      typeof first?.problem === 'string' && first.problem.includes('forecast') && first.arguments === undefined;
    const message = `With ${what} (${show(json)}), the call should have a problem that names forecast, and no arguments, but it is ${show(first)} (${where}).`;
    const expected = "{ id: 'a', name: 'forecast', problem: '… forecast …' }";
    expect(isReported && first.id === 'a' && first.name === 'forecast', message, hint, {
      expected,
      found: pretty(first),
      where,
    });
    const other = { id: 'b', name: 'now', arguments: { zone: 'CET' } };
    expectEqual(
      second,
      other,
      `Beside a call with ${what}, the other call`,
      'One call cannot be read; the other one can.',
      where,
    );
  }
}

async function sharesNothing(Answer) {
  const hint = 'Every answer has a text and calls of its own.';
  await callsOf(Answer, 'one call', [call(0, 'a', 'one')], hint);
  const found = await callsOf(Answer, 'no call', [['text', { text: 'x' }]], hint);
  expectEqual(found, [], 'The calls of a second answer, which has none,', hint, place(FILE, 'calls'));
}
