import { signal } from '../../../machine/processes.js';
import type { Fault } from '../../fault.js';
import type { Practised } from '../../world/practised.js';
import { type HomeProcess, homeProcesses } from '../../world/processes-of.js';
import type { World } from '../../world/world.js';

export const clientKilled: Fault = {
  name: 'client-killed',
  does: 'tmux clients of the daemon are killed',
  after: 'the sessions live, and the pages come back for new clients',
  async strike({ world, random }) {
    const ways = ['SIGKILL', 'SIGTERM', 'SIGHUP'] as const;
    for (const { pid } of await clientsIn(world)) if (random.chance(0.7)) signal(pid, random.pick(ways));
    return [];
  },
};

/** Kills the clients of one session. */
export async function killClientOf(world: World, { sessionId }: Practised): Promise<void> {
  const clients = await clientsIn(world);
  for (const { pid } of clients.filter(({ command }) => command.endsWith(`=${sessionId}`))) signal(pid, 'SIGKILL');
}

async function clientsIn(world: World): Promise<HomeProcess[]> {
  return (await homeProcesses(world)).filter(({ command }) => command.includes(' attach-session '));
}
