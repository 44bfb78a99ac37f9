import { setTimeout as pause } from 'node:timers/promises';
import type { Invariant } from '../invariant.js';
import { homeProcesses, openDescriptors } from '../world/processes-of.js';
import type { World } from '../world/world.js';

/** A cut connection is noticed within moments; the harness closes half-open ones, seen by a ping only after 25 s. */
const CLOSED_WITHIN_MS = 6000;
const POLL_MS = 100;
/** At the first look, what has just gone is still being closed, and what has just come is not accepted yet. */
const CALM_LOOKS = 4;

export const descriptors: Invariant = {
  name: 'descriptors',
  holds: 'the daemon has no more files and sockets open than in the same situation before',
  needs: ['health', 'sessions', 'connected'],
  async check(world) {
    const deadline = performance.now() + CLOSED_WITHIN_MS;
    for (let calm = 0; ; await pause(POLL_MS)) {
      const open = await openDescriptors(world.daemons.pid);
      const shape = await shapeOf(world);
      const most = world.bases.most(shape, open);
      calm = open.length <= most ? calm + 1 : 0;
      if (calm === CALM_LOOKS) return [];
      if (performance.now() > deadline) return [toldOf(open, most, world.bases.surplus(shape, open))];
    }
  },
};

function toldOf(open: readonly string[], most: number, surplus: readonly string[]): string {
  return `the daemon has ${open.length} descriptors open, and may have ${most}; new are ${surplus.join(', ')}`;
}

/** What legitimately opens descriptors: this life of the daemon, its pages, and the agents it waits for. */
async function shapeOf(world: World): Promise<string> {
  const waiting = (await homeProcesses(world)).filter(({ command }) => command.includes(' wait-for af-exit'));
  return `life ${world.daemons.lives}, ${world.sessions.length} pages, ${waiting.length} agents`;
}
