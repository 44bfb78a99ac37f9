import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sessionIdOf } from '@agent-factory/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { PracticeDaemon } from '../src/daemon.js';
import { AttachedViewer } from '../src/grid/attached-viewer.js';
import { INSPECTOR_FLAG, NodeHeap } from '../src/machine/node-heap.js';
import { residentBytes } from '../src/machine/process-use.js';
import { waitUntil } from '../src/machine/wait-until.js';
import { newStudent, type Student } from '../src/student.js';
import { OpenTab } from './open-tab.js';

const EXERCISES = fileURLToPath(new URL('../../../exercises/dist', import.meta.url));
const EXERCISE = 'ch34-first-agent';
const OTHER = 'ch33-agent-loop';
const ORIGIN = 'http://localhost:3000';
const MB = 1_000_000;
const FRAME_BYTES = 64 * 1024;
/** A quarter of a megabyte is held in each direction; the rest is what a busy process has not cleaned up yet. */
const MOST_GROWN = 16 * MB;
/** What was typed and waits for a program that reads slowly: less than a third of all that is typed here. */
const MOST_WAITING = 4 * MB;
const BETWEEN_COLLECTIONS_MS = 1000;
/** What may be left after a collection: compiled code, lists that grew. A kilobyte kept of each of 3,000 visits is more. */
const MOST_KEPT = 3 * MB;

let student: Student;
let daemon: PracticeDaemon;
const urls: Record<string, string> = {};

beforeAll(async () => {
  student = await newStudent({ agents: [] });
  daemon = await PracticeDaemon.start({
    student,
    content: EXERCISES,
    flags: ['--agent', 'shell'],
    nodeFlags: [INSPECTOR_FLAG],
  });
  for (const exerciseId of [EXERCISE, OTHER]) {
    const response = await fetch(`${daemon.url}/exercises/start`, {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify({ exerciseId, agent: 'shell' }),
    });
    urls[exerciseId] = ((await response.json()) as { wsUrl: string }).wsUrl;
  }
});

afterAll(async () => {
  await daemon[Symbol.asyncDispose]();
  await student[Symbol.asyncDispose]();
});

function connect(exerciseId = EXERCISE): OpenTab {
  return new OpenTab(urls[exerciseId] ?? '', ORIGIN);
}

async function openTab(exerciseId = EXERCISE): Promise<OpenTab> {
  const tab = connect(exerciseId);
  await tab.attached();
  return tab;
}

const openFiles = async () => (await readdir(`/proc/${daemon.pid}/fd`)).length;

/** Looks at the daemon's memory again and again while it is there. */
class MemoryWatch implements Disposable {
  readonly #before: number;
  readonly #timer = setInterval(() => void this.#look(), 20);
  #peak = 0;

  private constructor(before: number) {
    this.#before = before;
  }

  static async start(): Promise<MemoryWatch> {
    return new MemoryWatch(await residentBytes(daemon.pid));
  }

  /** By how much it grew at most, told for people too. */
  grown(during: string): number {
    console.info(`${during}: the daemon grew by ${(this.#peak / MB).toFixed(1)} MB at most`);
    return this.#peak;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    this.#peak = Math.max(this.#peak, (await residentBytes(daemon.pid)) - this.#before);
  }
}

/** Makes the pane read so many raw bytes into a file, which `read` then gives. */
async function readInto(tab: OpenTab, count: number): Promise<() => Promise<Buffer>> {
  tab.type(`stty raw -echo; echo ready $((40 + 2)); head -c ${count} > read.bin; stty sane; echo read $((40 + 2))\r`);
  await tab.shows('ready 42');
  return async () => {
    await tab.shows('read 42');
    return readFile(join(student.home, 'af-practice', EXERCISE, 'read.bin'));
  };
}

/**
 * The most that the daemon holds after a collection, in bytes, looked at again and again until this has settled. That
 * also collects what V8's own threads would where they get no processor for it.
 */
async function mostUsed(heap: NodeHeap, until: Promise<unknown>): Promise<number> {
  let [most, isOver] = [0, false];
  const end = () => {
    isOver = true;
  };
  until.then(end, end);
  while (!isOver) {
    most = Math.max(most, await heap.usedBytes());
    await pause(BETWEEN_COLLECTIONS_MS);
  }
  return most;
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a terminal under load', () => {
  it('takes 50 MB of random bytes as a paste, whole [terminal 1 paste-whole] [terminal 2 memory]', async () => {
    await using tab = await openTab();
    const bytes = randomBytes(50 * MB);
    using memory = await MemoryWatch.start();
    const read = await readInto(tab, bytes.length);
    tab.send({ type: 'paste', bytes: bytes.length });
    for (let at = 0; at < bytes.length; at += FRAME_BYTES) {
      tab.type(bytes.subarray(at, at + FRAME_BYTES));
      await tab.sendsAllBut(MB);
    }
    expect(await tab.frame('pasted')).toEqual({ type: 'pasted', bytes: bytes.length });
    expect(sha256(await read())).toBe(sha256(bytes));
    expect(memory.grown('a paste of 50 MB')).toBeLessThan(MOST_GROWN);
  });

  it('prints 100 MB, and the daemon grows by less than 16 [terminal 2 memory]', async () => {
    await using tab = await openTab();
    using memory = await MemoryWatch.start();
    tab.type('yes $(printf %0118d 0) | head -c 100000000; echo all $((40 + 2))\r');
    await tab.shows('all 42', 110_000);
    expect(memory.grown('100 MB of output')).toBeLessThan(MOST_GROWN);
  }, 120_000);

  it('takes typing as fast as it can be sent, every byte in order, while others type on [terminal 2 input]', async () => {
    await using tab = await openTab();
    await using other = await openTab(OTHER);
    const typed = Buffer.from(randomBytes(9 * MB).toString('base64'));
    using memory = await MemoryWatch.start();
    using heap = await NodeHeap.open(daemon);
    const read = await readInto(tab, typed.length);
    const before = await heap.usedBytes();
    const startedAt = performance.now();
    for (let at = 0; at < typed.length; at += FRAME_BYTES) tab.type(typed.subarray(at, at + FRAME_BYTES));
    const waits: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      const asked = performance.now();
      other.type(`echo sum $((${count} + 1000))\r`);
      await other.shows(`sum ${count + 1000}`);
      waits.push(performance.now() - asked);
    }
    const whole = read();
    const most = (await mostUsed(heap, whole)) - before;
    expect(sha256(await whole)).toBe(sha256(typed));
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const slowest = Math.max(...waits).toFixed(0);
    const during = `${typed.length / MB} MB typed in ${seconds} s, another session answering within ${slowest} ms`;
    console.info(`The daemon kept ${(most / MB).toFixed(1)} MB of what was typed at most`);
    expect(most).toBeLessThan(MOST_WAITING);
    expect(memory.grown(during)).toBeLessThan(MOST_GROWN);
  });

  it('answers Ctrl+C in an endless flood, and behind a flood of typing [terminal 2 interrupt] [terminal 2 input]', async () => {
    await using tab = await openTab();
    // The terminal forgets what is typed behind Ctrl+C before the shell is back.
    const isBack = () => daemon.pane(EXERCISE).waitForScreen(/\^C\n\S*\$ *\n*$/, 30_000);
    tab.type('yes on and on\r');
    await tab.shows('on and on');
    tab.type('\x03');
    await isBack();
    tab.type('echo sum $((40 + 2))\r');
    await tab.shows('sum 42', 30_000);
    tab.type('cat > /dev/null\r');
    const lines = Buffer.from(`${'x'.repeat(63)}\n`.repeat(FRAME_BYTES / 64));
    for (let count = 0; count < 16; count += 1) tab.type(lines);
    tab.type('\x03');
    await isBack();
    tab.type('echo sum $((40 + 3))\r');
    await tab.shows('sum 43', 30_000);
  });

  it('leaves the size of the session to who has it, whatever is printed [terminal 2 flood]', async () => {
    await using tab = await openTab();
    const pane = daemon.pane(EXERCISE);
    const cells = async () => (({ cols, rows }) => `${cols}×${rows}`)(await pane.state());
    await using _native = new AttachedViewer(pane.server, sessionIdOf(EXERCISE), 90, 28);
    await waitUntil(
      async () => (await cells()) === '90×28' || undefined,
      async () => `the pane has ${await cells()}`,
    );
    for (const [line, shows] of [
      ['seq 1 1000000; echo all $((40 + 2))', 'all 42'],
      ['echo next $((40 + 3))', 'next 43'],
    ] as const) {
      await pane.type(line);
      await pane.press('Enter');
      await tab.shows(shows);
    }
    expect(await cells()).toBe('90×28');
  });

  it('takes a thousand sizes a second, and ends at the last [terminal 9 churn]', async () => {
    await using tab = await openTab();
    using memory = await MemoryWatch.start();
    for (let count = 0; count < 2000; count += 1) {
      tab.send({ type: 'resize', cols: 40 + (count % 100), rows: 10 + (count % 40) });
      if (count % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    }
    tab.send({ type: 'resize', cols: 97, rows: 31 });
    await waitUntil(
      async () => {
        const { cols, rows } = await daemon.pane(EXERCISE).state();
        return (cols === 97 && rows === 31) || undefined;
      },
      async () => `the pane has ${JSON.stringify(await daemon.pane(EXERCISE).state())}`,
    );
    expect(memory.grown('2,000 sizes')).toBeLessThan(MOST_GROWN);
    expect(tab.closeCode).toBeUndefined();
  });
});

describe('many visits', () => {
  /** `VISITS` takes another number, for who looks for a leak. */
  const CONNECTS = Number(process.env.VISITS ?? 3000);
  /** Each of these also starts a tmux client, which takes ten times as long as the rest. */
  const CUTS = Math.ceil(CONNECTS / 10);
  const ATTACHES = Math.ceil(CONNECTS / 20);
  const AT_A_TIME = 25;
  /** A ticket was looked up by then. */
  const ADMITTING_MS = 10;
  /** A tmux client has started by then, and attached where nothing else runs. */
  const ATTACHING_MS = 20;

  async function visit(stay: (n: number) => Promise<void>, count: number): Promise<void> {
    for (let done = 0; done < count; done += AT_A_TIME) {
      await Promise.all(Array.from({ length: Math.min(AT_A_TIME, count - done) }, (_, n) => stay(done + n)));
    }
  }

  /** Before its ticket was looked up, or after. */
  async function connectAndGo(n: number): Promise<void> {
    const socket = new WebSocket(urls[EXERCISE] ?? '', { origin: ORIGIN });
    await once(socket, 'open');
    await new Promise((resolve) => setTimeout(resolve, n % ADMITTING_MS));
    socket.terminate();
  }

  /** Each at another moment. */
  async function goWhileAttached(n: number): Promise<void> {
    const { socket } = connect();
    await once(socket, 'open');
    await new Promise((resolve) => setTimeout(resolve, n % ATTACHING_MS));
    socket.terminate();
  }

  async function attachAndLeave(): Promise<void> {
    await using _tab = await openTab();
  }

  it.each([
    ['connect and go', CONNECTS, connectAndGo],
    ['go while they are attached', CUTS, goWhileAttached],
    ['attach and leave', ATTACHES, attachAndLeave],
  ] as const)(
    'that %s leave descriptors and memory where they were [terminal 9 churn]',
    async (how, count, stay) => {
      using heap = await NodeHeap.open(daemon);
      // What comes with the first, such as compiled code, is not of each.
      await visit(stay, count / 10);
      const settled = await openFiles();
      const before = { used: await heap.usedBytes(), resident: await residentBytes(daemon.pid) };
      await visit(stay, count);
      await waitUntil(
        async () => (await openFiles()) <= settled || undefined,
        async () => `${await openFiles()} descriptors are open, and ${settled} were`,
      );
      const kept = (await heap.usedBytes()) - before.used;
      const grown = (await residentBytes(daemon.pid)) - before.resident;
      const [keptMB, grownMB] = [kept, grown].map((bytes) => (bytes / MB).toFixed(1));
      console.info(`${count} that ${how}: the daemon keeps ${keptMB} MB, and grew by ${grownMB} MB`);
      expect(kept).toBeLessThan(MOST_KEPT);
      expect(grown).toBeLessThan(MOST_GROWN);
    },
    // A number of its own asks for time of its own.
    120_000 + CONNECTS * 30,
  );
});
