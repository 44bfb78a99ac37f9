import { setTimeout as pause } from 'node:timers/promises';
import type { Invariant } from '../invariant.js';
import { type HomeProcess, homeProcesses, rightfulProcesses } from '../world/processes-of.js';
import type { World } from '../world/world.js';

/** Whatever was told to exit, or lost its terminal, is gone within this. */
const GONE_WITHIN_MS = 4000;
const POLL_MS = 50;

export const orphans: Invariant = {
  name: 'orphans',
  holds: 'nothing of this home runs beside the daemon and its sessions, and there is one tmux client for each page',
  needs: ['health', 'sessions', 'connected'],
  async check(world) {
    const deadline = performance.now() + GONE_WITHIN_MS;
    for (;;) {
      const problems = await problemsNow(world);
      if (problems.length === 0 || performance.now() > deadline) return problems;
      await pause(POLL_MS);
    }
  },
};

async function problemsNow(world: World): Promise<string[]> {
  const all = await homeProcesses(world);
  const rightful = await rightfulProcesses(world);
  const strangers = all.filter(({ pid }) => !rightful.has(pid));
  const clients = all.filter(({ pid, command }) => rightful.has(pid) && command.includes(' attach-session '));
  const pages = world.sessions.filter(({ expected }) => expected !== undefined).length;
  return [
    ...strangers.map(describe),
    ...(clients.length > pages ? [`there are ${clients.length} tmux clients for ${pages} pages`] : []),
  ];
}

function describe({ pid, command }: HomeProcess): string {
  return `process ${pid} was left behind: ${command.slice(0, 200)}`;
}
