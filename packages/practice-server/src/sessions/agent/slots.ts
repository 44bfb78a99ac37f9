import type { AgentCli } from '@agent-factory/agent-cli';
import { type ExerciseId, exerciseIdOf, PracticeError } from '@agent-factory/protocol';
import { isFolderId } from '@agent-factory/protocol/coach';
import type { AgentForm } from '../../dependencies/steps.js';
import { listSessionRecords } from '../../store/records/sessions.js';
import type { SessionContext } from '../context.js';
import type { RunningAgent } from '../hooks.js';

/**
 * Throws `too_many_agents` unless one more agent may run. One that is idle makes room, and so does the session of
 * `leaving`, which is about to end. `onTaken` makes the new one count, before anybody else can ask.
 */
export function requireSlot(context: SessionContext, onTaken: () => void, leaving?: ExerciseId): Promise<void> {
  return context.slots.inTurn(async () => {
    await requireRoom(context, leaving);
    onTaken();
  });
}

export interface TerminalStart {
  readonly exerciseId: ExerciseId;
  readonly cli: AgentCli;
  /** The session that the exercise has now is about to end. */
  readonly isLeaving: boolean;
}

/**
 * Starts an agent for the terminal of an exercise, if it has a slot: from then on it counts, until it is listed with its
 * session or has failed. A plain shell needs none.
 */
export async function inSlot<T>(
  context: SessionContext,
  { exerciseId, cli, isLeaving }: TerminalStart,
  start: () => Promise<T>,
): Promise<T> {
  if (cli.command === undefined) return start();
  const { reserved } = context.slots;
  await requireSlot(context, () => reserved.set(exerciseId, cli), isLeaving ? exerciseId : undefined);
  try {
    return await start();
  } finally {
    reserved.delete(exerciseId);
  }
}

async function requireRoom(context: SessionContext, leaving: ExerciseId | undefined): Promise<void> {
  const { maxSessions } = context.config;
  for (let round = 0; round <= maxSessions; round += 1) {
    const running = await runningAgents(context, leaving);
    if (running.length < maxSessions) return;
    if (!(await context.hooks.endIdleAgent())) throw tooMany(running, maxSessions);
  }
}

/** Those of sessions, whose agent has not left, those that are being started, and those of capabilities. */
async function runningAgents(
  { live, store, watch, hooks, agents, slots }: SessionContext,
  leaving: ExerciseId | undefined,
): Promise<RunningAgent[]> {
  // First: one whose session is listed meanwhile is in both lists rather than in none.
  const reserved = new Map(slots.reserved);
  const records = new Map((await listSessionRecords(store)).map((record) => [record.exerciseId, record]));
  const sessions = (await live.list()).live.flatMap(({ sessionId }) => {
    const exerciseId = exerciseIdOf(sessionId);
    if (exerciseId === undefined || exerciseId === leaving || reserved.has(exerciseId)) return [];
    const agent = records.get(exerciseId)?.agent;
    const cli = agent === undefined ? undefined : agents.find(agent);
    if (cli?.command === undefined || watch.exitOf(sessionId) !== undefined) return [];
    return [inTerminal(exerciseId, cli)];
  });
  const starting = [...reserved].map(([exerciseId, cli]) => inTerminal(exerciseId, cli));
  return [...sessions, ...starting, ...(await hooks.runningAgents())];
}

/** A lesson site is told, too: it does not learn which folders the student has. */
function inTerminal(exerciseId: ExerciseId, { id, name }: AgentCli): RunningAgent {
  const where = isFolderId(exerciseId) ? 'the Workbench' : exerciseId;
  return { agent: id, what: `${name} in the terminal of ${where}`, form: 'terminal' };
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
