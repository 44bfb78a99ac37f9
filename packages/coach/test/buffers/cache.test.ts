import { rm } from 'node:fs/promises';
import { MAX_FILE_BYTES, MAX_OPEN_FILES } from '@agent-factory/protocol/coach';
import { describe, expect, test } from 'vitest';
import { BufferCache } from '../../src/buffers/buffer-cache.js';
import { MAX_BUFFER_CHARS } from '../../src/buffers/limits.js';
import { TestProject } from '../files/test-project.js';
import { told } from '../files/told.js';

const CURSOR = { line: 3, column: 7 };
const START = { line: 1, column: 1 };

async function make(tree: Record<string, string | Buffer> = {}) {
  const project = await TestProject.make(tree);
  return {
    project,
    buffers: new BufferCache(project.files),
    [Symbol.asyncDispose]: () => project[Symbol.asyncDispose](),
  };
}

test('an update is what the buffer is from then on [coaching-backend FR-027] [coaching-backend FR-028] [coaching-backend SC-012] [coaching-backend 3.3]', async () => {
  await using made = await make({ 'a.ts': 'old' });
  const before = new Date().toISOString();
  made.buffers.update('a.ts', 'new', CURSOR);
  const entry = made.buffers.get('a.ts');
  expect(entry).toMatchObject({ content: 'new', cursorPosition: CURSOR, dirty: true });
  expect(new Date(entry?.lastUpdated ?? '').toISOString()).toBe(entry?.lastUpdated);
  expect(entry && entry.lastUpdated >= before).toBe(true);
});

test('a file without a buffer has none [coaching-backend FR-030] [coaching-backend 3.4]', async () => {
  await using made = await make({ 'a.ts': 'old', 'b.ts': 'x' });
  await made.buffers.open('a.ts');
  made.buffers.update('a.ts', 'new', CURSOR);
  expect(made.buffers.get('./a.ts')?.content).toBe('new');
  expect(made.buffers.get('b.ts')).toBeNull();
});

test('a save writes the file and leaves the buffer clean [coaching-backend FR-025] [coaching-backend FR-029] [coaching-backend SC-011] [coaching-backend 3.2]', async () => {
  await using made = await make({ 'a.ts': 'old' });
  made.buffers.update('a.ts', 'new', CURSOR);
  const { version } = await made.buffers.save('a.ts', 'new');
  expect(await made.project.read('a.ts')).toBe('new');
  expect(made.buffers.get('a.ts')).toMatchObject({
    content: 'new',
    cursorPosition: CURSOR,
    dirty: false,
    baseVersion: version,
  });
});

test('what was typed while a save was under way is still to be saved', async () => {
  await using made = await make({ 'a.ts': 'old' });
  made.buffers.update('a.ts', 'one', CURSOR);
  const saving = made.buffers.save('a.ts', 'one');
  made.buffers.update('a.ts', 'one two', CURSOR);
  await saving;
  expect(made.buffers.get('a.ts')).toMatchObject({ content: 'one two', dirty: true });
});

test('typing something and taking it back leaves nothing to save', async () => {
  await using made = await make({ 'a.ts': 'old' });
  const { version } = await made.buffers.open('a.ts');
  expect(made.buffers.get('a.ts')).toMatchObject({
    content: 'old',
    cursorPosition: START,
    dirty: false,
    baseVersion: version,
  });
  expect(made.buffers.update('a.ts', 'old!', CURSOR)?.dirty).toBe(true);
  expect(made.buffers.update('a.ts', 'old', CURSOR)?.dirty).toBe(false);
});

test('of updates that come together the last one wins [coaching-backend EC-15]', async () => {
  await using made = await make({ a: '' });
  for (let at = 0; at < 100; at += 1) made.buffers.update('a', `${at}`, { line: 1, column: at + 1 });
  expect(made.buffers.get('a')).toMatchObject({ content: '99', cursorPosition: { line: 1, column: 100 } });
});

test('a file that is deleted while it is open keeps its buffer [coaching-backend EC-13]', async () => {
  await using made = await make({ 'a.ts': 'old\n' });
  await made.buffers.open('a.ts');
  made.buffers.update('a.ts', 'new\n', CURSOR);
  await rm(made.project.at('a.ts'));
  expect(await made.buffers.refresh('a.ts')).toMatchObject({ content: 'new\n', dirty: true });
  expect(await made.buffers.diffOf('a.ts')).toContain('+new');
  expect(await told(made.buffers.open('a.ts'))).toMatchObject({ code: 'file_not_found' });
  const expectedVersion = made.buffers.get('a.ts')?.baseVersion;
  expect(await told(made.buffers.save('a.ts', 'new\n', { expectedVersion }))).toMatchObject({ version: null });
  await made.buffers.save('a.ts', 'new\n', { expectedVersion: null });
  expect(await made.project.read('a.ts')).toBe('new\n');
});

test('what changes on the disk is taken over, unless something is typed that is not saved', async () => {
  await using made = await make({ a: 'one', b: 'one' });
  await made.buffers.open('a');
  const { version } = await made.buffers.open('b');
  made.buffers.update('b', 'typed', CURSOR);
  for (const path of ['a', 'b']) await made.project.write(path, 'two');
  expect(await made.buffers.refresh('a')).toMatchObject({ content: 'two', dirty: false });
  expect(await made.buffers.refresh('b')).toMatchObject({ content: 'typed', dirty: true, baseVersion: version });
  expect((await made.buffers.open('b')).content).toBe('two');
  const expectedVersion = made.buffers.get('b')?.baseVersion;
  expect(await told(made.buffers.save('b', 'typed', { expectedVersion }))).toMatchObject({ code: 'file_conflict' });
  expect(made.buffers.get('b')).toMatchObject({ content: 'typed', dirty: true });
});

test('binary files have no buffer and no difference [coaching-backend FR-038] [coaching-backend EC-12]', async () => {
  await using made = await make({ 'a.png': 'x' });
  expect(made.buffers.update('a.png', 'y', CURSOR)).toBeNull();
  expect(made.buffers.get('a.png')).toBeNull();
  expect(await made.buffers.diffOf('a.png')).toBe('');
});

test('no buffer has a path that leads out [coaching-backend FR-023]', async () => {
  await using made = await make();
  expect(() => made.buffers.update('../outside/secret.txt', 'x', CURSOR)).toThrow('leads upwards');
  expect(() => made.buffers.get('/etc/passwd')).toThrow('absolute');
  expect(await told(made.buffers.save('../outside/secret.txt', 'x'))).toMatchObject({ code: 'path_outside' });
});

describe('changes', () => {
  test('are applied to the text before them, all at once', async () => {
    await using made = await make({ a: 'one two three' });
    await made.buffers.open('a');
    const changes = [
      { from: 0, to: 3, insert: '1' },
      { from: 4, to: 4, insert: '(2) ' },
      { from: 7, to: 13, insert: '' },
    ];
    const entry = made.buffers.applyChanges('a', changes, { baseLength: 13, cursorPosition: CURSOR });
    expect(entry).toMatchObject({ content: '1 (2) two', cursorPosition: CURSOR, dirty: true });
  });

  test.each([
    ['another length', [{ from: 0, to: 0, insert: 'x' }], { baseLength: 4 }],
    ['a place behind the end', [{ from: 2, to: 9, insert: '' }], { baseLength: 3 }],
    ['an end before its start', [{ from: 2, to: 1, insert: '' }], { baseLength: 3 }],
    [
      'pieces that overlap',
      [
        { from: 0, to: 2, insert: '' },
        { from: 1, to: 3, insert: '' },
      ],
      { baseLength: 3 },
    ],
    ['a number too many', [{ from: 0, to: 0, insert: 'x' }], { baseLength: 3, sequence: 7 }],
  ])('for %s are out of step, and change nothing', async (_name, changes, step) => {
    await using made = await make({ a: 'old' });
    made.buffers.update('a', 'abc', CURSOR, 5);
    expect(() => made.buffers.applyChanges('a', changes, step)).toThrow(
      expect.objectContaining({ code: 'buffer_out_of_step' }),
    );
    expect(made.buffers.get('a')?.content).toBe('abc');
    expect(made.buffers.applyChanges('a', [], { baseLength: 3, sequence: 6 }).content).toBe('abc');
  });

  test('of a buffer that nobody knows are out of step', async () => {
    await using made = await make();
    expect(() => made.buffers.applyChanges('a', [], { baseLength: 0 })).toThrow(
      expect.objectContaining({ code: 'buffer_out_of_step' }),
    );
  });

  test('of a text of 1 MB, 20 a second, take little of a core', async () => {
    const text = 'const value = 12345;\n'.repeat(50_000);
    await using made = await make({ 'a.ts': text });
    await made.buffers.open('a.ts');
    let length = text.length;
    const before = process.cpuUsage();
    for (let at = 0; at < 200; at += 1) {
      made.buffers.applyChanges('a.ts', [{ from: 500_000 + at, to: 500_000 + at, insert: 'x' }], {
        baseLength: length,
      });
      length += 1;
    }
    const { user, system } = process.cpuUsage(before);
    // Ten seconds of typing, of which 2 % of a core are 200 ms.
    expect((user + system) / 1000).toBeLessThan(200);
    expect(made.buffers.get('a.ts')?.content).toHaveLength(length);
  });
});

describe('Windows line ends', () => {
  test('that an editor does not know are no change', async () => {
    await using made = await make({ a: 'one\r\ntwo\r\n' });
    await made.buffers.open('a');
    expect(made.buffers.update('a', 'one\ntwo\n', CURSOR)?.dirty).toBe(false);
    made.buffers.update('a', 'one\n2\n', CURSOR);
    expect((await made.buffers.diffOf('a')).split('\n').filter((line) => /^[-+][^-+]/.test(line))).toEqual([
      '-two\r',
      '+2\r',
    ]);
    await made.buffers.save('a', 'one\n2\n');
    expect(await made.project.read('a')).toBe('one\r\n2\r\n');
    expect(made.buffers.get('a')?.dirty).toBe(false);
  });
});

describe('memory', () => {
  test('a text over the limit is refused, and the buffer is as it was', async () => {
    await using made = await make({ a: 'x' });
    made.buffers.update('a', 'y', CURSOR);
    expect(() => made.buffers.update('a', 'ä'.repeat(MAX_FILE_BYTES / 2 + 1), CURSOR)).toThrow(
      expect.objectContaining({ code: 'file_unsuitable', facts: { path: 'a', reason: 'too_large' } }),
    );
    expect(made.buffers.get('a')?.content).toBe('y');
  });

  test('the oldest buffer that is saved makes room; one that is not is never lost', async () => {
    await using made = await make({ first: 'x', second: 'x' });
    await made.buffers.open('first');
    await made.buffers.open('second');
    for (let at = 2; at < MAX_OPEN_FILES; at += 1) made.buffers.update(`typed${at}`, 'x', CURSOR);
    made.buffers.update('one-more', 'x', CURSOR);
    expect(made.buffers.get('first')).toBeNull();
    expect(made.buffers.get('second')).not.toBeNull();
    made.buffers.update('two-more', 'x', CURSOR);
    expect(() => made.buffers.update('three-more', 'x', CURSOR)).toThrow(
      expect.objectContaining({ code: 'file_unsuitable' }),
    );
    expect(made.buffers.paths()).toHaveLength(MAX_OPEN_FILES);
    expect((await made.buffers.open('first')).content).toBe('x');
    await made.buffers.save('typed2', 'x');
    made.buffers.update('three-more', 'x', CURSOR);
    expect(made.buffers.get('typed2')).toBeNull();
  });

  test('all buffers together have a limit, and closing gives back what one took', async () => {
    await using made = await make();
    const large = 'x'.repeat(8 * 1024 * 1024);
    const count = MAX_BUFFER_CHARS / large.length;
    for (let at = 0; at < count; at += 1) made.buffers.update(`${at}`, large, CURSOR);
    expect(() => made.buffers.update('more', 'x', CURSOR)).toThrow(
      expect.objectContaining({ code: 'file_unsuitable' }),
    );
    made.buffers.update('0', 'x', CURSOR);
    made.buffers.update('more', 'x', CURSOR);
    made.buffers.close('1');
    expect(made.buffers.update('again', large.slice(2), CURSOR)).not.toBeNull();
  });
});
