// Checks of schema.mjs: arguments against a schema.
import { during } from './check_case.mjs';
import { expect, expectEqual, place, pretty, required, show } from './check_expect.mjs';
import { atOnce } from './check_remote.mjs';

const FILE = 'schema.mjs';

const OPEN = { type: 'object', properties: { size: { type: 'number' } } };
const ROOM = {
  type: 'object',
  properties: {
    number: { type: 'integer' },
    name: { type: 'string' },
    price: { type: 'number' },
    warm: { type: 'boolean' },
    guests: { type: 'array' },
    owner: { type: 'object' },
    anything: {},
  },
  required: ['number', 'name'],
  additionalProperties: false,
};
const NAMES = { ...OPEN, required: ['constructor'], additionalProperties: false };
const FINE = { number: 4, name: 'Fern' };

const TYPE = 'Which values does the type stand for, and what does typeof say about them?';
const INHERITED = 'Every object can toString, without being given it. Ask whether a name is its own: Object.hasOwn.';
const LACKS = 'A part of a schema that is missing asks for nothing.';

/** What is given, and the arguments that have a problem. */
// biome-ignore format: a table is read by lines
const CASES = [
  ['what is required and no more', FINE, ROOM, [], 'Nothing is wrong with it.'],
  ['a value of every type', { ...FINE, price: 9.5, warm: false, guests: [], owner: {}, anything: null }, ROOM, [], TYPE],
  ['values that are not true for an if', { number: 0, name: '', price: 0, warm: false }, ROOM, [], 'Is it there? That is another question than: is it true?'],
  ['a number without a fraction as a number', { ...FINE, price: 9 }, ROOM, [], TYPE],
  ['a required argument missing', { number: 4 }, ROOM, ['name'], 'Go through what is required, not through what is given.'],
  ['two required arguments missing', { warm: true }, ROOM, ['number', 'name'], 'Report all problems, not the first.'],
  ['a text for an integer', { ...FINE, number: '4' }, ROOM, ['number'], TYPE],
  ['a fraction for an integer', { ...FINE, number: 4.5 }, ROOM, ['number'], 'Number has a function that knows what an integer is.'],
  ['a number for a text', { ...FINE, name: 7 }, ROOM, ['name'], TYPE],
  ['true for a number', { ...FINE, price: true }, ROOM, ['price'], TYPE],
  ['1 for a boolean', { ...FINE, warm: 1 }, ROOM, ['warm'], TYPE],
  ['the text true for a boolean', { ...FINE, warm: 'true' }, ROOM, ['warm'], TYPE],
  ['an object for a list', { ...FINE, guests: { 0: 'Ida' } }, ROOM, ['guests'], 'For typeof, a list is an object. Who knows the difference?'],
  ['a list for an object', { ...FINE, owner: ['Ida'] }, ROOM, ['owner'], 'For typeof, a list is an object. Who knows the difference?'],
  ['null for an object', { ...FINE, owner: null }, ROOM, ['owner'], 'typeof null is "object".'],
  ['null for a text', { number: 4, name: null }, ROOM, ['name'], 'null is there, and it is no text.'],
  ['an argument that nobody knows', { ...FINE, colour: 'red' }, ROOM, ['colour'], 'additionalProperties is false: what is not in properties is not welcome.'],
  ['an unknown one where others are welcome', { size: 4, colour: 'red' }, OPEN, [], LACKS],
  ['an unknown one where additionalProperties is true', { colour: 'red' }, { ...OPEN, additionalProperties: true }, [], LACKS],
  ['problems of three kinds', { number: 'four', name: 'Fern', colour: 'red', guests: 3 }, ROOM, ['number', 'colour', 'guests'], 'Report all problems, not the first.'],
  ['a missing one, a wrong one and an unknown one', { name: 5, x: 1 }, ROOM, ['number', 'name', 'x'], 'Report all problems, not the first.'],
  ['a schema that only says object', { a: 1, b: [null] }, { type: 'object' }, [], LACKS],
  ['an empty schema', { a: 1 }, {}, [], LACKS],
  ['a property without a type', { ...FINE, anything: [1] }, ROOM, [], LACKS],
  ['an unknown argument called toString', { ...FINE, toString: 'x' }, ROOM, ['toString'], INHERITED],
  ['a required argument called constructor missing', { size: 1 }, NAMES, ['constructor'], INHERITED],
];

export async function comparesArguments(module) {
  const problemsWith = required(module, 'problemsWith', FILE);
  for (const [what, values, schema, names, hint] of CASES) {
    const before = structuredClone([values, schema]);
    const found = await during(`problemsWith, with ${what}`, hint, () => atOnce(problemsWith(values, schema)));
    expectProblems(found, names, { what, values, hint });
    expectEqual([values, schema], before, `With ${what}, the arguments and the schema afterwards`, 'Look, and do not touch.', place(FILE, 'problemsWith'));
  }
} // biome-ignore format: messages are read in one piece

function expectProblems(found, names, { what, values, hint }) {
  const where = place(FILE, 'problemsWith');
  const isList = Array.isArray(found) && found.every((problem) => typeof problem === 'string' && problem.trim() !== '');
  const list = 'a list of sentences';
  expect(isList, `With ${what}, problemsWith should return ${list}, but it returns ${show(found)} (${where}).`, hint, { expected: list, found: pretty(found), where });
  const expected = names.length === 0 ? 'an empty list' : `${names.length} of them, about: ${names.join(', ')}`;
  const isRight = found.length === names.length && names.every((name) => found.some((problem) => problem.includes(name)));
  expect(isRight, `With ${what}, the problems of ${show(values)} should be ${expected}, but they are ${show(found)} (${where}).`, hint, { expected, found: pretty(found), where });
} // biome-ignore format: messages are read in one piece
