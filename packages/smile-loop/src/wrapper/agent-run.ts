import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { findProgram, RUN_LIMITS, StructuredExecution } from '@agent-factory/agent-cli';
import { PracticeError } from '@agent-factory/protocol';
import type { ConversationEvent, PermissionAsked } from '@agent-factory/protocol/conversations';
import type { WrapperTask } from '../contract/wrapper-task.js';
import { agentEnvironment, modelUrl } from './agent-environment.js';
import { type RoleForm, roleForm } from './agent-forms.js';
import { writeAgentHome } from './agent-homes.js';
import { classifyFailure, type Failure } from './model-errors.js';
import { Permissions } from './permissions.js';

/** Characters of what an agent says in one turn that are kept, from its end: an answer is at the end. */
const KEPT_TEXT = 200_000;
/** Milliseconds in which a CLI has to open its conversation: it may start cold from a slow disk. */
const ANSWER_MS = 120_000;

/** How one turn has ended. */
export type TurnEnd = { readonly kind: 'done' | 'cancelled'; readonly text: string } | Failure;

export interface AgentRunOptions {
  readonly task: WrapperTask;
  /** The container's environment and home folder. */
  readonly base: NodeJS.ProcessEnv;
  readonly home: string;
  /** Where the loop is reached. */
  readonly origin: string;
  /** More of an environment, for the CLI and all that it starts. */
  readonly more?: Readonly<Record<string, string>> | undefined;
  readonly onEvent: (event: ConversationEvent) => void;
}

/** A CLI as a conversation, in a folder and with an environment of ours. */
export class AgentRun {
  readonly #permissions: Permissions;
  readonly #onEvent: (event: ConversationEvent) => void;
  readonly #limitMs: number;
  /** The whole run's, whatever number of turns it has. */
  readonly #limit: AbortSignal;
  #execution: StructuredExecution | undefined;
  #text = '';
  #speaker = '';
  #settle: (end: TurnEnd) => void = () => undefined;

  /** What has failed, if it cannot be started: nothing is left running then. */
  static async start(options: AgentRunOptions): Promise<AgentRun | Failure> {
    const { task, base, home, origin, more } = options;
    const role = roleForm(task.provider, task.role, { home, model: task.model });
    const env = agentEnvironment(task, { base, home, origin, more });
    const program = await findProgram(role.cli, env);
    if (program?.kind !== 'found') return missing(role);
    await mkdir(home, { recursive: true });
    const facts = { modelUrl: modelUrl(task.provider, origin), folder: task.folder, role: task.role };
    await writeAgentHome(task.provider, home, facts);
    const run = new AgentRun(options);
    const failure = await run.#open({ ...role, program: program.path, env, task });
    return failure ?? run;
  }

  private constructor({ task, onEvent }: AgentRunOptions) {
    this.#permissions = new Permissions(task.role);
    this.#onEvent = onEvent;
    this.#limitMs = task.limitMs;
    this.#limit = AbortSignal.timeout(task.limitMs);
  }

  /** Says something to it, and waits until its turn is over. */
  turn(text: string): Promise<TurnEnd> {
    this.#text = '';
    const ended = new Promise<TurnEnd>((resolve) => {
      this.#settle = resolve;
    });
    void this.#execution?.write(text);
    return ended;
  }

  async interrupt(): Promise<void> {
    await this.#execution?.interrupt();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const execution = this.#execution;
    this.#execution = undefined;
    await execution?.end();
  }

  async #open(start: RoleForm & { program: string; env: Record<string, string>; task: WrapperTask }) {
    const { cli, form, program, env, task } = start;
    const limits = { ...RUN_LIMITS, answerMs: ANSWER_MS };
    const signal = this.#limit;
    const [threadId, sessionId] = [randomUUID(), randomUUID()];
    const onEvent = (event: ConversationEvent) => this.#heard(event);
    const options = {
      name: cli.name,
      form,
      program,
      cwd: task.folder,
      env,
      threadId,
      sessionId,
      limits,
      signal,
      onEvent,
    };
    try {
      this.#execution = await StructuredExecution.start(options);
      return undefined;
    } catch (error) {
      if (!(error instanceof PracticeError)) throw error;
      return this.#failure(error.message);
    }
  }

  #heard(event: ConversationEvent): void {
    this.#permissions.heard(event);
    this.#listen(event);
    // What it is asked is no word of its own.
    if (event.type !== 'TEXT_MESSAGE_CONTENT' || this.#speaker !== 'user') this.#onEvent(event);
    if (event.type === 'CUSTOM' && event.name === 'permission_asked') this.#answer(event.value);
    if (event.type === 'RUN_ERROR') this.#settle(this.#failure(event.message, event.code));
    if (event.type !== 'RUN_FINISHED') return;
    this.#settle({ kind: event.outcome?.type === 'success' ? 'done' : 'cancelled', text: this.#text });
  }

  #failure(message: string, code?: string): Failure {
    if (!this.#limit.aborted) return classifyFailure(message, code);
    const late = `The agent took longer than ${Math.round(this.#limitMs / 1000)} seconds in all, and was ended.`;
    // Its time is a part of what the author allows the run.
    return { kind: 'failed', code: 'budget_spent', message: late, transient: false };
  }

  #listen(event: ConversationEvent): void {
    if (event.type === 'TEXT_MESSAGE_START') {
      this.#speaker = event.role ?? 'assistant';
      if (this.#text !== '') this.#text += '\n';
    }
    if (event.type === 'TEXT_MESSAGE_CONTENT' && this.#speaker !== 'user')
      this.#text = (this.#text + event.delta).slice(-KEPT_TEXT);
  }

  /** When the CLI's question has been told to the end: only then it can be answered. */
  #answer(asked: PermissionAsked): void {
    setImmediate(() => {
      const option = this.#permissions.choose(asked);
      try {
        if (option !== undefined) this.#execution?.answer(asked.id, option);
      } catch (error) {
        // It no longer waits: the turn was interrupted meanwhile.
        if (!(error instanceof PracticeError)) throw error;
      }
    });
  }
}

function missing({ cli }: RoleForm): Failure {
  const message = `${cli.name} is missing in the container: there is no program "${cli.command}" on its PATH. Use an image that has it, or install it there: ${cli.install.join(' && ')}`;
  return { kind: 'failed', code: 'cli_missing', message, transient: false };
}
