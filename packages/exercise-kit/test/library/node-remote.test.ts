import { mkdir } from 'node:fs/promises';
import { checkWork, loadExercise, seedWorkspace } from '@agent-factory/exercise-runtime';
import { childEnvironment } from '@agent-factory/subprocess';
import { describe, expect, test } from 'vitest';
import { build } from '../../src/commands/build.js';
import { Heard, TemporaryProject } from '../support.js';

/** The first row of a check that consists of this code, with a student's shorten.mjs. `m` is the module. */
async function row(check: string, work: string) {
  using project = new TemporaryProject();
  const id = project.create({ language: 'node' });
  project.write({
    [`exercises/${id}/checks/check_criteria.mjs`]: `
import { during, within } from './check_case.mjs';
import { expectEqual, Failed, required } from './check_expect.mjs';
import { atOnce, hold, made } from './check_remote.mjs';
const same = (found, expected) => expectEqual(found, expected, 'it', 'why');
export async function keepsATextThatFits(m) {\n${check}\n}
export const makesALongTextFit = () => {};
export const keepsWordsWhole = () => {};
`,
  });
  await build(project, {}, new Heard());
  const exercise = await loadExercise(project.at('exercises/dist', id));
  await seedWorkspace(exercise, { workspace: project.at('work') });
  project.write({ 'work/shorten.mjs': work });
  await mkdir(project.at('temporary'));
  const env = { ...childEnvironment(process.env), HOME: project.at('home'), TMPDIR: project.at('temporary') };
  const { criteria } = await checkWork(exercise, { workspace: project.at('work'), env });
  return criteria[0];
}

const passed = { status: 'passed' };

describe('what a check sees of the work, which is in another process', { concurrent: true }, () => {
  test.for<[string, string, string, object]>([
    [
      'values of every kind, as they are',
      `for (const value of [undefined, null, true, -0, NaN, Infinity, 2n ** 70n, 'ä\\ud800', [1, [undefined]], { a: { __b: 1 } }, new Map([[{}, 1]]), new Set([2]), Uint8Array.of(0, 255)])
  same(await m.echo(value), value);`,
      'export const echo = (value) => value;',
      passed,
    ],
    [
      'what the work has changed in its arguments',
      `const given = [{ a: [1] }];
const { a } = given[0];
await m.change(given);
same([given, a], [[{ a: [1, 2] }, 3], [1, 2]]);`,
      'export function change(given) { given[0].a.push(2); given.push(3); }',
      passed,
    ],
    [
      'objects made by new, with their methods and fields',
      `const box = new m.Box(4);
await box.add(3);
same([await box.size, await box.inner.deep, await box.all()], [7, 'x', [4, 3]]);
const broken = new m.Box('no');
let problem;
try { await broken.add(1); } catch (caught) { problem = caught; }
same([problem instanceof RangeError, problem.message, problem.code], [true, 'too large', 7]);`,
      `export class Box {
  #all;
  inner = { deep: 'x' };
  constructor(size) { if (size === 'no') throw Object.assign(new RangeError('too large'), { code: 7 }); this.#all = [size]; }
  add(more) { this.#all.push(more); }
  get size() { return this.#all.reduce((one, other) => one + other); }
  all() { return this.#all; }
}`,
      passed,
    ],
    [
      'whether a value was there at once or still to come',
      `same([await m.now(), await m.later(), (await atOnce(m.now())), (await atOnce(m.later())) === 1], [1, 1, 1, false]);`,
      'export const now = () => 1;\nexport const later = async () => 1;',
      passed,
    ],
    [
      'callbacks that return, throw and promise, as in one process',
      `const mine = new Error('no');
const found = await m.use(() => 1, () => { throw mine; }, async () => 2);
same([found[0], found[1] === mine, found[2], found[3]], [1, true, true, 2]);`,
      `export async function use(value, problem, promise) {
  const first = value();
  let caught;
  try { problem(); } catch (thrown) { caught = thrown; }
  const later = promise();
  return [first, caught, later instanceof Promise, await later];
}`,
      passed,
    ],
    [
      'that a callback has failed, though the work caught everything',
      `await m.call(() => { throw new Failed('called too often', 'why'); });`,
      'export function call(run) { try { run(); } catch {} }',
      { status: 'failed', message: 'called too often' },
    ],
    [
      'a signal as soon as it is aborted',
      `const controller = new AbortController();
same(await m.look(controller.signal, () => controller.abort(new Error('enough'))), [false, true, 'enough']);`,
      'export const look = (signal, run) => { const before = signal.aborted; run(); return [before, signal.aborted, signal.reason.message]; };',
      passed,
    ],
    [
      'pieces that come and go one by one',
      `const gone = [];
async function* ones() { try { yield 1; yield 2; } finally { gone.push(1); } }
const found = [];
for await (const one of await m.twice(ones())) found.push(one);
same(found, [2, 4]);`,
      'export async function* twice(ones) { for await (const one of ones) yield one * 2; }',
      passed,
    ],
    [
      'what is held, after the work has changed it',
      `const tools = hold(m, [{ run: 1 }]);
await m.spoil(tools);
same(await tools[0].run, undefined);`,
      'export const spoil = (tools) => { delete tools[0].run; };',
      passed,
    ],
    [
      "nothing that reaches the check's own objects",
      `await m.change({ a: 1 }).catch(() => {});
same([{}.polluted, Object.keys(Object.prototype)], [undefined, []]);`,
      `export function change(given) { Object.defineProperty(given, '__proto__', { value: { polluted: 1 }, enumerable: true }); }`,
      passed,
    ],
    [
      'a value without end',
      'await m.grow();',
      `export const grow = () => 'x'.repeat(9_000_000);`,
      { status: 'failed', message: expect.stringContaining('too large to be looked at') },
    ],
    [
      'what is no answer',
      'await m.talk();',
      `import { writeSync } from 'node:fs';\nexport const talk = () => writeSync(4, 'hello\\n');`,
      { status: 'failed', message: expect.stringContaining('where the check listens') },
    ],
    [
      'what a constructor has changed in its arguments',
      `const given = [1];
await made(new m.Box(given));
same(given, [1, 2]);`,
      'export class Box { constructor(given) { given.push(2); } }',
      passed,
    ],
    [
      'time of its own, with nothing left to answer',
      `same(await m.one(), 1);
await new Promise((resolve) => setTimeout(resolve, 100));
same(await m.one(), 1);`,
      'export const one = () => 1;',
      passed,
    ],
    [
      'a signal that is aborted after something else was called back',
      `const controller = new AbortController();
setTimeout(() => controller.abort(new Error('late')), 50);
same(await m.wait(controller.signal, () => 1), 'late');`,
      `export const wait = (signal, run) => { run(); return new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason.message))); };`,
      passed,
    ],
    [
      'that nothing more comes once its own promises have come to their end',
      'await m.hang(async () => 1);',
      'export const hang = async (run) => { await run(); await new Promise(() => {}); };',
      { status: 'failed', message: expect.stringContaining('never') },
    ],
    [
      'that nothing more comes once its pieces and its signal have come to their end',
      `const controller = new AbortController();
async function* one() { yield 1; controller.abort(); }
await m.hang(one(), controller.signal);`,
      'export const hang = async (pieces, signal) => { for await (const _ of pieces); await new Promise(() => {}); };',
      { status: 'failed', message: expect.stringContaining('never') },
    ],
    [
      'a check that has forgotten to await',
      'same(m.one(), 1);',
      'export const one = () => 1;',
      { status: 'failed', message: expect.stringContaining('has to be awaited first') },
    ],
  ])('%s', async ([, check, work, expected], { expect }) => {
    expect(await row(check, work)).toMatchObject(expected);
  });
});
