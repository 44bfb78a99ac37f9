import type { Fault } from '../fault.js';
import type { ContentMode } from '../world/content.js';
import { messageOf } from '../world/requests.js';
import type { World } from '../world/world.js';
import { resetSpare, startSpare } from './spare.js';

const MODES: readonly (readonly [name: string, mode: ContentMode, does: string])[] = [
  ['content-gone', 'away', 'nobody listens where the lessons were'],
  ['content-fails', 'fails', 'the lesson site answers 500'],
  ['content-hangs', 'hangs', 'the lesson site takes requests and says nothing'],
  ['content-upgrades', 'upgrades', 'the lesson site answers 101 and hangs'],
  ['content-lies', 'lies', 'the lesson site sends hostile JSON'],
  ['content-redirects', 'redirects', 'the lesson site sends everybody to a foreign one'],
];

export const CONTENT_FAULTS: readonly Fault[] = MODES.map(([name, mode, does]) => ({
  name,
  does,
  after: 'every request was answered, nobody asked a foreign site, and a new exercise starts once the site is well',
  async strike({ world }) {
    const before = world.content.foreignRequests;
    await world.content.become(mode);
    const spare = world.nextSpare();
    const asked = await Promise.all([answered(world, '/exercises'), answered(world, '/exercises/start', spare)]);
    await world.content.become('well');
    const foreign = world.content.foreignRequests - before;
    return [
      ...asked.flat(),
      ...(foreign > 0 ? [`a foreign site was asked ${foreign} times`] : []),
      ...(await startAndReset(world, world.nextSpare())),
      ...(await resetSpare(world, spare)),
    ];
  },
}));

/** Whether there is an answer at all; which one is up to the daemon. */
async function answered(world: World, path: string, exerciseId?: string): Promise<string[]> {
  const body = exerciseId === undefined ? undefined : { exerciseId, agent: 'shell' };
  try {
    const { status, text } = await world.ask(path, { ...(body && { body }) });
    return status === 500 ? [`${path} answered ${text.slice(0, 200)}`] : [];
  } catch (error) {
    return [messageOf(error)];
  }
}

async function startAndReset(world: World, exerciseId: string): Promise<string[]> {
  const started = await startSpare(world, exerciseId);
  return [...started, ...(await resetSpare(world, exerciseId))];
}
