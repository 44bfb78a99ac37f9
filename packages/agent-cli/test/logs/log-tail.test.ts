import { execFile } from 'node:child_process';
import { appendFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { LogTail } from '../../src/logs/log-tail.js';
import { newHome } from '../support.js';

/** A log that is there when the test says so, and who reads it from a place on. */
async function begin(text: string | undefined, from = 0) {
  const home = await newHome();
  const path = join(home.path, 'log.jsonl');
  if (text !== undefined) await writeFile(path, text);
  const lines: string[] = [];
  const tail = new LogTail({ path, from, reader: { read: (line: string) => void lines.push(line) } });
  return { path, lines, tail, home, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

describe('a log that grows', () => {
  test('is read as far as it goes, and its last line once that is whole', async () => {
    await using log = await begin('one\ntw');
    expect([log.tail.position, await log.tail.read(), log.tail.position]).toEqual([0, 6, 4]);
    expect([await log.tail.read(), log.tail.position]).toEqual([0, 4]);
    await appendFile(log.path, 'o');
    expect([await log.tail.read(), log.tail.position]).toEqual([1, 4]);
    await appendFile(log.path, '\n');
    expect([await log.tail.read(), log.tail.position]).toEqual([1, 8]);
    expect(log.lines).toEqual(['one', 'two']);
  });

  test('is read in pieces, whatever its length', async () => {
    const line = 'x'.repeat(999);
    await using log = await begin(`${line}\n`.repeat(200));
    const sizes = [await log.tail.read(), await log.tail.read(), await log.tail.read(), await log.tail.read()];
    expect(sizes).toEqual([65_536, 65_536, 65_536, 3392]);
    expect([await log.tail.read(), log.tail.position, log.lines.length]).toEqual([0, 200_000, 200]);
  });

  test('goes on where it was read to, if a line ended there', async () => {
    await using log = await begin('one\ntwo\n', 4);
    expect([log.tail.position, await log.tail.read(), log.lines]).toEqual([4, 4, ['two']]);
  });

  test.each([
    ['that no line ended there', 'ones\ntwo\n', 4],
    ['that it is shorter now', 'one\n', 400],
  ])('is read from its beginning where it is another, as shows in %s', async (_, text, from) => {
    await using log = await begin(text, from);
    while ((await log.tail.read()) > 0);
    expect([log.lines, log.tail.position]).toEqual([text.trimEnd().split('\n'), text.length]);
  });

  test('is read from its beginning once another has its name, even one that goes on alike', async () => {
    await using log = await begin('one\n');
    await log.tail.read();
    await writeFile(`${log.path}.new`, 'one\ntwo\n');
    await rename(`${log.path}.new`, log.path);
    while ((await log.tail.read()) > 0);
    expect([log.lines, log.tail.position]).toEqual([['one', 'one', 'two'], 8]);
  });

  test.each([
    ['cut off', 'first\nlast\n', 'new\n'],
    ['written anew, and is as long as before', 'first\nlast\n', 'other\nlost\n'],
    ['written anew, with the same last line', 'one\nlast\n', 'two\nlast\nmore\n'],
  ])('is read from its beginning after it was %s, without what was left of a line', async (_, before, after) => {
    await using log = await begin(`${before}half`);
    await log.tail.read();
    await writeFile(log.path, after);
    while ((await log.tail.read()) > 0);
    expect(log.lines).toEqual([...before.trimEnd().split('\n'), ...after.trimEnd().split('\n')]);
    expect(log.tail.position).toBe(after.length);
  });

  test('keeps its place while it is away, or something else has its name', async () => {
    await using log = await begin('one\n');
    await log.tail.read();
    await rm(log.path);
    expect([await log.tail.read(), log.tail.position]).toEqual([0, 4]);
    await mkdir(log.path);
    expect([await log.tail.read(), log.tail.position]).toEqual([0, 4]);
    await rm(log.path, { recursive: true });
    await promisify(execFile)('mkfifo', [log.path]);
    expect([await log.tail.read(), log.tail.position]).toEqual([0, 4]);
  });

  test.runIf(process.platform === 'linux')('leaves no file open', async () => {
    await using log = await begin('one\n');
    await log.tail.read();
    const before = (await readdir('/proc/self/fd')).length;
    for (let n = 0; n < 20; n += 1) await log.tail.read();
    expect((await readdir('/proc/self/fd')).length).toBeLessThan(before + 10);
  });
});
