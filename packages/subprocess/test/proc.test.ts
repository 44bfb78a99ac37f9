import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { hasLivingMember } from '../src/processes/group-members.js';
import {
  hidesEnvironment,
  ownProcesses,
  processIds,
  readEnvironments,
  readProcess,
  readProcesses,
  statFields,
} from '../src/processes/proc.js';
import { processesWith } from '../src/processes/processes-with.js';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, openSync: vi.fn(real.openSync), readSync: vi.fn(real.readSync) };
});

const onLinux = test.skipIf(process.platform !== 'linux');

afterEach(() => void vi.mocked(fs.openSync).mockReset());

/** As the system does where no descriptor is left, from now on. */
function leaveNoDescriptors(): void {
  vi.mocked(fs.openSync).mockImplementation(() => {
    throw Object.assign(new Error('too many open files'), { code: 'EMFILE' });
  });
}

/** A program that runs until it is ended, with these variables alone. */
async function running(env: Record<string, string>) {
  const child = spawn('/bin/sleep', ['60'], { env, stdio: 'ignore', detached: true });
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  return { pid, [Symbol.dispose]: () => void child.kill('SIGKILL') };
}

onLinux('a process is found by an entry behind many others', async () => {
  const mark = `AF_TEST_MARK=${process.pid}-long`;
  using child = await running({ LONG: 'x'.repeat(40_000), AF_TEST_MARK: `${process.pid}-long` });
  await expect.poll(() => processesWith([mark])).toMatchObject({ ids: [child.pid] });
});

onLinux(
  'a look is sure, also where there are processes without an environment, or that show it to nobody',
  async () => {
    using _child = await running({});
    await expect.poll(() => processesWith(['AF_TEST_MARK=none'])).toEqual({ ids: [], unsure: [] });
  },
);

/** Makes the next files that are read have these texts, whichever they are. */
function theKernelSays(...texts: string[]): void {
  const pieces = texts.flatMap((text) => (text === '' ? [''] : [text, '']));
  const read = (_: number, buffer: Buffer) => Buffer.from(pieces.shift() ?? '').copy(buffer);
  vi.mocked(fs.readSync).mockImplementation(read as typeof fs.readSync);
}

/** As of a process without memory. */
function haveNoEnvironment(): void {
  const open = vi.mocked(fs.openSync).getMockImplementation();
  vi.mocked(fs.openSync).mockImplementation((path, ...rest) => {
    if (String(path).endsWith('/environ')) throw Object.assign(new Error('no such process'), { code: 'ESRCH' });
    return open?.(path, ...rest) ?? 0;
  });
}

/** A process's line with another state, flags, memory size and end of its environment. */
function statWith(line: string, state: string, flags: number, memory: string, end: string): string {
  const fields = statFields(line).with(0, state).with(6, String(flags)).with(20, memory).with(48, end);
  return `${line.slice(0, line.lastIndexOf(')') + 2)}${fields.join(' ')}`;
}

onLinux.each([
  ['one as it always is', 'S', 0, '4096', '9', false],
  ['one that goes from one program to the next', 'R', 0, '4096', '0', true],
  ['one that is about to end', 'R', 0x4, '0', '0', true],
  ['one that is dead', 'Z', 0x4, '0', '0', false],
  ['one that is gone', 'X', 0x4, '0', '0', false],
  ['a thread of the kernel', 'S', 0x200040, '0', '0', false],
] as const)('of %s, the environment is or is not hidden', (_, state, flags, memory, end, hides) => {
  const id = String(process.ppid);
  const line = statWith(readProcess(id, 'stat'), state, flags, memory, end);
  if (memory === '0') haveNoEnvironment();
  theKernelSays(line);
  try {
    expect(hidesEnvironment(id)).toBe(hides);
  } finally {
    vi.mocked(fs.readSync).mockReset();
  }
});

onLinux(
  'where a process cannot be looked at for want of descriptors, that is said, and nothing is concluded',
  async () => {
    using child = await running({});
    leaveNoDescriptors();
    await expect(readProcesses([String(child.pid)], 'cmdline')).rejects.toMatchObject({ code: 'EMFILE' });
    expect(await hasLivingMember(child.pid)).toBe(true);
  },
);

onLinux('one that has ended has nothing to read, and is nobody’s', async () => {
  const child = spawn('/bin/true', { stdio: 'ignore' });
  await once(child, 'exit');
  const id = String(child.pid);
  expect([ownProcesses([id]), await readProcesses([id], 'environ')]).toEqual([[], ['']]);
});

onLinux('processes of other users are left out', async () => {
  const others = processIds().filter(
    (id) => !/^Uid:\t(\d+)/m.exec(statusOf(id))?.[1]?.match(`^${process.getuid?.()}$`),
  );
  expect(ownProcesses(others)).toEqual([]);
  expect(ownProcesses([String(process.ppid)])).toEqual([String(process.ppid)]);
});

onLinux.each([
  ['is not known as long as it is hidden', '0', '', undefined],
  ['is read again where it was hidden a moment ago', '9', 'MINE=1\0', 'MINE=1\0'],
  ['is empty where there is none', '9', '', ''],
])('an environment that shows nothing %s', async (_, end, later, environment) => {
  const id = String(process.ppid);
  const real = readProcess(id, 'stat');
  theKernelSays(real, '', statWith(real, 'R', 0, '4096', end), later);
  try {
    expect(await readEnvironments([id])).toEqual([environment]);
  } finally {
    vi.mocked(fs.readSync).mockReset();
  }
});

onLinux(
  'one that waits in the kernel and goes on doing so is passed over: reading it could take for ever',
  async () => {
    using child = await running({});
    const id = String(child.pid);
    const real = readProcess(id, 'stat');
    expect(await readProcesses([id], 'cmdline')).toEqual(['/bin/sleep\x0060\0']);
    const stuck = Buffer.from(real.replace(/\) \S /, ') D '));
    let asked = 0;
    vi.mocked(fs.readSync).mockImplementation(((_: number, buffer: Buffer) => {
      asked += 1;
      return asked % 2 === 1 ? stuck.copy(buffer) : 0;
    }) as typeof fs.readSync);
    try {
      expect(await readProcesses([id], 'cmdline')).toEqual(['']);
    } finally {
      vi.mocked(fs.readSync).mockReset();
    }
  },
);

function statusOf(id: string): string {
  try {
    return fs.readFileSync(`/proc/${id}/status`, 'utf8');
  } catch {
    return '';
  }
}
