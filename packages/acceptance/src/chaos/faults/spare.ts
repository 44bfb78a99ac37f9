import { messageOf } from '../world/requests.js';
import type { World } from '../world/world.js';

/**
 * Ends an exercise beside the three that was started, or may have been, by whatever request. Returns why it does
 * not end.
 */
export function resetSpare(world: World, exerciseId: string): Promise<string[]> {
  return succeeds(world, '/exercises/reset', { exerciseId });
}

/** Starts one. Returns why it does not start. */
export function startSpare(world: World, exerciseId: string): Promise<string[]> {
  return succeeds(world, '/exercises/start', { exerciseId, agent: 'shell' });
}

async function succeeds(world: World, path: string, body: { exerciseId: string; agent?: string }): Promise<string[]> {
  try {
    const { status, text } = await world.ask(path, { body });
    return status === 200 ? [] : [`${path} of ${body.exerciseId} answered ${status}: ${text.slice(0, 200)}`];
  } catch (error) {
    return [messageOf(error)];
  }
}
