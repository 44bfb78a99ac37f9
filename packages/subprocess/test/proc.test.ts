import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { hasLivingMember } from '../src/processes/group-members.js';
import { ownProcesses, processIds, readProcess, readProcesses } from '../src/processes/proc.js';
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
  await expect.poll(() => processesWith([mark])).toEqual([child.pid]);
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
