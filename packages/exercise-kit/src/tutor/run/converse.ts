import { randomUUID } from 'node:crypto';
import { exerciseOpening, RUN_LIMITS, StructuredExecution } from '@agent-factory/agent-cli';
import { PracticeError } from '@agent-factory/protocol';
import type { PermissionAsked } from '@agent-factory/protocol/conversations';
import type { Tutor } from './find-tutor.js';
import { Listener, type RunFailure } from './listener.js';

export interface ConversationOptions {
  /** The folder of the exercise, with the tutor's instructions in it. */
  readonly workspace: string;
  /** What the student says, one message after the other. */
  readonly says: readonly string[];
  /** Longest time for one answer, in seconds. */
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** What the tutor has said, as far as it came. */
export interface Heard {
  readonly messages: readonly string[];
  readonly tools: readonly string[];
  /** US dollars, where the CLI tells. */
  readonly costUsd: number | undefined;
  /** Why not all was answered. */
  readonly failure: RunFailure;
}

/**
 * A conversation with the tutor in the chat, as the practice server begins one. The student allows nothing: no file is
 * changed and no command is run, so that whatever a tutor wants to do does no harm. Rejects only when it is aborted.
 */
export async function converse(tutor: Tutor, options: ConversationOptions): Promise<Heard> {
  const { says, signal } = options;
  let execution: StructuredExecution | undefined;
  const listener = new Listener((asked) => queueMicrotask(() => refuse(execution, asked)));
  const opening = await exerciseOpening(tutor.cli, { workspace: options.workspace, env: tutor.env });
  let failure: RunFailure;
  try {
    execution = await start(tutor, options, listener);
    for (const [index, text] of says.entries()) {
      const ended = listener.ended();
      const prompt = index === 0 ? `${opening}\n\n${text}` : text;
      execution.send({ runId: randomUUID(), messageId: randomUUID(), text, prompt });
      failure = await ended;
      if (failure !== undefined) break;
    }
  } catch (error) {
    if (!(error instanceof PracticeError)) throw error;
    failure = { code: `agent_${String(error.facts.reason)}`, message: error.message };
  } finally {
    await execution?.end();
  }
  signal.throwIfAborted();
  return { messages: listener.messages, tools: listener.tools, costUsd: listener.costUsd, failure };
}

function start({ cli, form, program, env }: Tutor, options: ConversationOptions, listener: Listener) {
  const limitMs = options.seconds * 1000;
  return StructuredExecution.start({
    name: cli.name,
    form,
    program,
    cwd: options.workspace,
    env,
    threadId: randomUUID(),
    sessionId: randomUUID(),
    limits: { ...RUN_LIMITS, totalMs: limitMs, silentMs: limitMs },
    signal: options.signal,
    onEvent: (event) => listener.handle(event),
  });
}

/** A question that has lapsed meanwhile needs no answer. */
function refuse(execution: StructuredExecution | undefined, { id, options }: PermissionAsked): void {
  const no = options.find(({ kind }) => kind === 'reject_once') ?? options.find(({ kind }) => kind === 'reject_always');
  try {
    if (no === undefined) void execution?.interrupt();
    else execution?.answer(id, no.id);
  } catch (error) {
    if (!(error instanceof PracticeError)) throw error;
  }
}
