import { execFile } from 'node:child_process';
import { appendFile, mkdir, open, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { followLog, readLog } from '../../src/logs/follow-log.js';
import { type Home, newHome } from '../support.js';

/** Follows a log in a home; what it has read so far, line by line. */
class Following implements AsyncDisposable {
  readonly lines: string[] = [];
  readonly positions: number[] = [];
  readonly quiet: number[] = [];
  readonly #abort = new AbortController();
  readonly ended: Promise<void>;

  constructor(path: string, from = 0) {
    const reader = { read: (line: string) => this.lines.push(line), quiet: (ms: number) => this.quiet.push(ms) };
    const onPosition = (position: number) => void this.positions.push(position);
    this.ended = followLog({ path, from, reader, signal: this.#abort.signal, onPosition });
  }

  /** Until it has been told how far that is. */
  async reach(...positions: number[]): Promise<void> {
    await expect.poll(() => this.positions, { interval: 10 }).toEqual(positions);
  }

  async see(...lines: string[]): Promise<void> {
    await expect.poll(() => this.lines, { interval: 10 }).toEqual(lines);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.ended;
  }
}

async function logIn(home: Home, text?: string): Promise<string> {
  const path = join(home.path, 'log.jsonl');
  if (text !== undefined) await writeFile(path, text);
  return path;
}

async function read(path: string, from = 0): Promise<{ lines: string[]; position: number }> {
  const lines: string[] = [];
  const position = await readLog({ path, from, reader: { read: (line) => void lines.push(line) } });
  return { lines, position };
}

describe('a log that is read once', () => {
  test('is read by whole lines, from where it was read to', async () => {
    await using home = await newHome();
    const path = await logIn(home, 'one\ntwö\nhal');
    expect(await read(path)).toEqual({ lines: ['one', 'twö'], position: 9 });
    await appendFile(path, 'f\n');
    expect(await read(path, 9)).toEqual({ lines: ['half'], position: 14 });
    expect(await read(path, 14)).toEqual({ lines: [], position: 14 });
  });

  test('is another one if it does not go on where a line ended', async () => {
    await using home = await newHome();
    const path = await logIn(home, 'another\nlog\n');
    expect(await read(path, 5)).toEqual({ lines: ['another', 'log'], position: 12 });
    expect(await read(path, 5000)).toEqual({ lines: ['another', 'log'], position: 12 });
  });

  test('may not be there, or be no file', async () => {
    await using home = await newHome();
    const path = await logIn(home);
    expect(await read(path, 7)).toEqual({ lines: [], position: 7 });
    await promisify(execFile)('mkfifo', [path]);
    expect(await read(path)).toEqual({ lines: [], position: 0 });
    expect(await read(home.path)).toEqual({ lines: [], position: 0 });
  });

  test('has what is longer than any message passed over', async () => {
    await using home = await newHome();
    const path = await logIn(home, 'before\n');
    await appendFile(path, Buffer.alloc(33 * 1024 * 1024, 'x'));
    await appendFile(path, '\nafter\n');
    expect((await read(path)).lines).toEqual(['before', 'after']);
  });

  test('lets the event loop turn and takes little memory, however long it is', async () => {
    await using home = await newHome();
    const path = await logIn(home);
    const mebibytes = Number(process.env.LOG_MEBIBYTES ?? 64);
    await fill(path, mebibytes);
    const before = process.memoryUsage.rss();
    let [turns, count, most] = [0, 0, 0];
    const timer = setInterval(() => {
      turns += 1;
      most = Math.max(most, process.memoryUsage.rss());
    }, 1);
    const reader = {
      read: () => {
        count += 1;
      },
    };
    const position = await readLog({ path, from: 0, reader });
    clearInterval(timer);
    expect(position).toBe((await stat(path)).size);
    expect(count).toBe(mebibytes * 1024);
    expect(turns).toBeGreaterThan(mebibytes / 4);
    expect((most - before) / 1024 / 1024).toBeLessThan(60);
  });
});

/** Lines of a kibibyte each. */
async function fill(path: string, mebibytes: number): Promise<void> {
  const piece = `${'x'.repeat(1023)}\n`.repeat(1024);
  const file = await open(path, 'w');
  for (let n = 0; n < mebibytes; n += 1) await file.write(piece);
  await file.close();
}

describe('a log that is followed', () => {
  test('tells of lines as they are written, and how far that is', async () => {
    await using home = await newHome();
    const path = await logIn(home, 'one\n');
    await using following = new Following(path);
    await following.see('one');
    await appendFile(path, 'two\n');
    await following.see('one', 'two');
    await following.reach(4, 8);
  });

  test('tells of a line when it is whole', async () => {
    await using home = await newHome();
    const path = await logIn(home, 'one\nha');
    await using following = new Following(path, 4);
    await appendFile(path, 'l');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(following.lines).toEqual([]);
    expect(following.positions).toEqual([]);
    await appendFile(path, 'f\n');
    await following.see('half');
    await following.reach(9);
  });

  test('may not be there yet, nor its folder', async () => {
    await using home = await newHome();
    const path = join(home.path, 'a/b/log.jsonl');
    await using following = new Following(path);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await mkdir(join(home.path, 'a/b'), { recursive: true });
    await writeFile(path, 'one\n');
    await following.see('one');
    await appendFile(path, 'two\n');
    await following.see('one', 'two');
  });

  test('is read anew when it was cut off, even if it is longer by then', async () => {
    await using home = await newHome();
    const path = await logIn(home, 'one\ntwo\n');
    await using following = new Following(path);
    await following.see('one', 'two');
    await truncate(path);
    await appendFile(path, 'another one\nand more\n');
    await following.see('one', 'two', 'another one', 'and more');
    await expect.poll(() => following.positions.at(-1)).toBe(21);
  });

  test('is read anew when another took its place, even of the same length', async () => {
    await using home = await newHome();
    const path = await logIn(home, 'one\n');
    await using following = new Following(path);
    await following.see('one');
    await writeFile(`${path}.new`, 'two\n');
    await rename(`${path}.new`, path);
    await following.see('one', 'two');
    await rm(path);
    await writeFile(path, 'three\n');
    await following.see('one', 'two', 'three');
  });

  test('is quiet for longer and longer, and not while it is written', async () => {
    await using home = await newHome();
    const path = await logIn(home, 'one\n');
    await using following = new Following(path);
    await expect.poll(() => Math.max(...following.quiet)).toBeGreaterThan(1500);
    const before = following.quiet.length;
    await appendFile(path, 'two\n');
    await following.see('one', 'two');
    await expect.poll(() => following.quiet.slice(before).some((ms) => ms < 1000)).toBe(true);
  });

  test('is left at once, whatever it waits for', async () => {
    await using home = await newHome();
    for (const path of [await logIn(home, 'one\n'), join(home.path, 'none/log')]) {
      const following = new Following(path);
      const begun = performance.now();
      await following[Symbol.asyncDispose]();
      // It looks again every two seconds.
      expect(performance.now() - begun).toBeLessThan(1500);
    }
  });

  test('takes no time of the processor while nothing happens', async () => {
    await using home = await newHome();
    await using following = new Following(await logIn(home, 'one\n'));
    await following.see('one');
    const before = process.cpuUsage();
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000).toBeLessThan(200);
  });
});
