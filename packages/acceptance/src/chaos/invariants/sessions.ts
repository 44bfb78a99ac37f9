import { decodeJson, sessionsResponseSchema } from '@agent-factory/protocol';
import { isRunning } from '../../machine/processes.js';
import type { Invariant } from '../invariant.js';
import type { Practised } from '../world/practised.js';
import { sessionOf, tmuxServers } from '../world/servers.js';

export const sessions: Invariant = {
  name: 'sessions',
  holds: 'every tmux server that should live answers, no other one does, and the daemon lists exactly those',
  needs: ['health'],
  async check(world) {
    const living = world.sessions.filter(({ expected }) => expected !== undefined);
    const lost = await Promise.all(living.map(problemOf));
    const right = new Set(living.map(({ expected }) => expected?.pid));
    const others = (await tmuxServers(world.home.path)).filter(({ pid }) => !right.has(pid));
    const surplus = await Promise.all(
      others.map(async (found) => `there is one tmux server too many: ${found.pid} for ${await sessionOf(found)}`),
    );
    const { status, text } = await world.ask('/exercises/sessions');
    return [...lost.flat(), ...surplus, ...problemsOfList(status, text, living)];
  },
};

async function problemOf({ expected, exerciseId, sessionId }: Practised): Promise<string[]> {
  if (expected === undefined) return [];
  if (!(await isRunning(expected.pid))) return [`the session of ${exerciseId} was lost: its tmux server is gone`];
  return (await sessionOf(expected)) === sessionId
    ? []
    : [`the tmux server of ${exerciseId} lives but does not answer`];
}

function problemsOfList(status: number, text: string, living: readonly Practised[]): string[] {
  const outcome = decodeJson(sessionsResponseSchema, text);
  if (!outcome.ok) return [`GET /exercises/sessions answered ${status}: ${text.slice(0, 200)}`];
  const [listed, wanted] = [
    outcome.value.sessions.map(({ exerciseId }) => exerciseId),
    living.map(({ exerciseId }) => exerciseId),
  ].map((ids) => ids.sort().join(', '));
  return listed === wanted ? [] : [`GET /exercises/sessions lists "${listed}", and "${wanted}" live`];
}
