import { type ExerciseId, exerciseIdOf, PracticeError } from '@agent-factory/protocol';
import type { AgentForm } from '../../dependencies/steps.js';
import { listSessionRecords } from '../../store/records/sessions.js';
import type { SessionContext } from '../context.js';
import type { RunningAgent } from '../hooks.js';

/**
 * Throws `too_many_agents` unless one more agent may run. One that is idle makes room, and so does the session of
 * `leaving`, which is about to end.
 */
export async function requireSlot(context: SessionContext, leaving?: ExerciseId): Promise<void> {
  const { maxSessions } = context.config;
  for (let round = 0; round <= maxSessions; round += 1) {
    const running = await runningAgents(context, leaving);
    if (running.length < maxSessions) return;
    if (!(await context.hooks.endIdleAgent())) throw tooMany(running, maxSessions);
  }
}

/** Those of sessions, whose agent has not left, and those of capabilities. */
async function runningAgents(
  { live, store, watch, hooks, agents }: SessionContext,
  leaving: ExerciseId | undefined,
): Promise<RunningAgent[]> {
  const records = new Map((await listSessionRecords(store)).map((record) => [record.exerciseId, record]));
  const sessions = (await live.list()).live.flatMap(({ sessionId }) => {
    const exerciseId = exerciseIdOf(sessionId);
    if (exerciseId === leaving) return [];
    const agent = exerciseId && records.get(exerciseId)?.agent;
    const cli = agent === undefined ? undefined : agents.find(agent);
    if (cli?.command === undefined || watch.exitOf(sessionId) !== undefined) return [];
    return [{ agent: cli.id, what: `${cli.name} in the terminal of ${exerciseId}`, form: 'terminal' as const }];
  });
  return [...sessions, ...(await hooks.runningAgents())];
}

function tooMany(running: readonly RunningAgent[], limit: number): PracticeError {
  const what = running.map((agent) => agent.what);
  const message = `${running.length} agents are running, and --max-sessions allows ${limit}: ${what.join('; ')}. ${howToEnd(running)}, or start the practice server with --max-sessions ${limit + 1}.`;
  return new PracticeError('too_many_agents', message, { running: what, limit });
}

/** A chat whose agent has nothing to do makes room by itself: those that count here are at work. */
function howToEnd(running: readonly RunningAgent[]): string {
  const has = (form: AgentForm) => running.some((agent) => agent.form === form);
  const inTerminal = 'type /exit or exit in its terminal';
  if (!has('chat')) return `Leave one of them (${inTerminal})`;
  const inChat = 'press Stop in its chat';
  return has('terminal') ? `End one of them (${inTerminal}, ${inChat})` : `Wait for one of them, or ${inChat}`;
}
