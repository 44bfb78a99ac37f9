import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Fault } from '../../fault.js';

const run = promisify(execFile);

/** Enough to let somebody in, and too few for what they ask for. */
const LEFT = [0, 8] as const;
const OUT_FOR_MS = [300, 1500] as const;
const ASKED_WITHIN_MS = 2000;

export const descriptorsOut: Fault = {
  name: 'descriptors-out',
  does: 'the daemon may open hardly any more files or sockets, and is asked for its sessions and for a tab',
  after: 'no session is forgotten, and the daemon goes on once it may open more',
  async strike({ world, random, victim }) {
    const { daemons } = world;
    const before = await limit(daemons.pid);
    const open = (await readdir(`/proc/${daemons.pid}/fd`)).map(Number);
    await setLimit(daemons.pid, `${limitThatLeaves(random.between(...LEFT), open)}:${before.hard}`);
    try {
      if (random.chance(0.5)) victim.openPage();
      // Whether it can answer now is luck; what it does with the question is not.
      for (const path of ['/exercises/sessions', '/exercises', '/health', '/exercises/sessions'])
        await world.ask(path, { timeoutMs: ASKED_WITHIN_MS }).catch(() => {});
      await pause(random.between(...OUT_FOR_MS));
    } finally {
      await setLimit(daemons.pid, `${before.soft}:${before.hard}`);
    }
    return [];
  },
};

/** The limit is on the numbers of descriptors, and open ones stay open: this many numbers below the limit are free. */
function limitThatLeaves(free: number, open: readonly number[]): number {
  const used = new Set(open);
  let left = free;
  let number = 0;
  for (; left > 0 || used.has(number); number += 1) left -= used.has(number) ? 0 : 1;
  return number;
}

async function limit(pid: number): Promise<{ soft: string; hard: string }> {
  const { stdout } = await run('prlimit', [
    '--pid',
    String(pid),
    '--nofile',
    '--raw',
    '--noheadings',
    '-o',
    'SOFT,HARD',
  ]);
  const [soft = '', hard = ''] = stdout.trim().split(/\s+/);
  return { soft, hard };
}

async function setLimit(pid: number, value: string): Promise<void> {
  await run('prlimit', ['--pid', String(pid), `--nofile=${value}`]);
}
