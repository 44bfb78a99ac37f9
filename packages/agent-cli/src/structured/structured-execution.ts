import { PracticeError } from '@agent-factory/protocol';
import type { AgentState, ConversationEvent, MessageFacts } from '@agent-factory/protocol/conversations';
import { type AgentEnd, AgentProcess } from './agent-process.js';
import { type ChatForm, loadDriver } from './chat-form.js';
import type { Driver, DriverChoice } from './driver.js';
import { EventWriter } from './events/event-writer.js';
import type { Execution, ExecutionExit } from './execution.js';
import { passed } from './failures.js';
import { readMessage } from './read-message.js';
import { RUN_LIMITS, type RunLimits, RunWatch } from './run-limits.js';

export interface StructuredOptions {
  /** The CLI's name for people. */
  readonly name: string;
  readonly form: ChatForm;
  /** Absolute path of the program. */
  readonly program: string;
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Record<string, string>;
  /** Our id of the conversation. */
  readonly threadId: string;
  /** A UUID for a new conversation, for CLIs that take one. */
  readonly sessionId: string;
  /** The CLI's id of a conversation to go on with. */
  readonly resume?: string | undefined;
  /** US dollars that it has cost before. */
  readonly costBefore?: number | undefined;
  readonly limits?: RunLimits | undefined;
  /** Ends the agent at once, also while it starts. */
  readonly signal?: AbortSignal | undefined;
  /** Called before any listener, for what must be known before `start` resolves. */
  readonly onEvent: (event: ConversationEvent) => void;
  /** Where events wait to be kept, it resolves when there is room for more. Until then, the agent waits as well. */
  readonly room?: (() => Promise<void> | undefined) | undefined;
}

/** What one message is sent with. */
export interface Message {
  readonly runId: string;
  readonly messageId: string;
  /** What the student sees of it, and the agent's own version of it, with all the context. */
  readonly text: string;
  readonly prompt: string;
  readonly facts?: MessageFacts | undefined;
}

/** An agent as a conversation: one process for many turns. */
export class StructuredExecution implements Execution {
  readonly mode = 'structured';
  readonly #options: StructuredOptions;
  readonly #writer: EventWriter;
  readonly #watch: RunWatch;
  readonly #listeners = new Set<(event: ConversationEvent) => void>();
  readonly exited: Promise<ExecutionExit>;
  #resolveExited: (exit: ExecutionExit) => void = () => undefined;
  #driver!: Driver;
  #process: AgentProcess | undefined;
  #failure: PracticeError | undefined;
  #wasEnded = false;
  #sessionId: string | undefined;

  /** Starts the agent and opens the conversation. Throws `agent_failed` if either fails; nothing is left running then. */
  static async start(options: StructuredOptions): Promise<StructuredExecution> {
    const execution = new StructuredExecution(options);
    await execution.#start();
    return execution;
  }

  private constructor(options: StructuredOptions) {
    this.#options = options;
    const { threadId, cwd, name } = options;
    this.#writer = new EventWriter({ threadId, cwd, source: name, emit: (event) => this.#emit(event) });
    this.#watch = new RunWatch(options.limits ?? RUN_LIMITS, (limit) => void this.#stop(passed(name, limit)));
    this.exited = new Promise((resolve) => {
      this.#resolveExited = resolve;
    });
  }

  /** The CLI's own id of the conversation, as soon as it has told it. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  get state(): AgentState {
    return this.#driver.state;
  }

  get isRunning(): boolean {
    return this.#writer.runId !== undefined;
  }

  /** Sends a message and begins a run; events tell the rest. */
  send(message: Message): void {
    this.#writer.startRun(message.runId);
    this.#writer.question(message.messageId, message.text, message.facts);
    // It may have ended a moment ago, before anybody heard of it.
    if (this.#failure !== undefined) this.#fail(this.#failure);
    else this.#driver.prompt(message.prompt);
  }

  async write(text: string): Promise<void> {
    this.send({ runId: crypto.randomUUID(), messageId: crypto.randomUUID(), text, prompt: text });
  }

  /** Throws `permission_not_found` if the question was answered or has lapsed, or has no such option. */
  answer(permissionId: string, optionId: string): void {
    const asked = this.#writer.asked(permissionId);
    if (asked === undefined || !asked.options.some(({ id }) => id === optionId)) throw answeredAlready();
    this.#driver.answer(permissionId, optionId);
  }

  async interrupt(): Promise<void> {
    if (this.isRunning) this.#driver.interrupt();
  }

  choose(choice: DriverChoice): Promise<void> {
    return this.#driver.choose(choice);
  }

  onEvent(listener: (event: ConversationEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async end(): Promise<void> {
    this.#wasEnded = true;
    if (this.isRunning) this.#writer.endRun({ kind: 'cancelled' });
    await this.#process?.leave();
    await this.exited;
  }

  async #start(): Promise<void> {
    const { form, resume, sessionId, cwd, costBefore = 0 } = this.#options;
    const createDriver = await loadDriver(form.transport);
    this.#driver = createDriver({
      writer: this.#writer,
      cwd,
      resume,
      costBefore,
      readOnly: form.readOnly === true,
      isUnconfined: form.isUnconfined === true,
      answerMs: (this.#options.limits ?? RUN_LIMITS).answerMs,
      send: (message) => this.#process?.send(message),
      onSessionId: (id) => {
        this.#sessionId = id;
      },
    });
    await this.#startProcess(form.args({ sessionId, resume }));
    try {
      await this.#driver.open();
    } catch (error) {
      // If it has ended by itself, that is the error already.
      await this.#process?.end();
      await this.exited;
      throw error;
    }
  }

  async #startProcess(args: readonly string[]): Promise<void> {
    const { program, cwd, env, name, signal, room } = this.#options;
    const to = { driver: this.#driver, writer: this.#writer };
    const process = await AgentProcess.start({
      name,
      program,
      args,
      cwd,
      env,
      signal,
      onHeard: (bytes) => {
        this.#watch.heard(bytes);
        return this.#failure === undefined;
      },
      // What came in one piece with the line that was too much is too much as well.
      onLine: (line, isCut) => {
        if (this.#failure === undefined) readMessage(line, isCut, to);
      },
      room,
    });
    this.#process = process;
    void process.ended.then((end) => this.#handleExit(end));
  }

  #handleExit({ exitCode, failure: itsOwn }: AgentEnd): void {
    this.#watch.end();
    const failure = this.#failure ?? itsOwn;
    this.#failure = failure;
    this.#driver.ended(failure);
    this.#fail(failure);
    this.#resolveExited({ exitCode, wasEnded: this.#wasEnded });
  }

  #fail({ message, facts }: PracticeError): void {
    this.#writer.endRun({ kind: 'failed', message, code: `agent_${String(facts.reason)}` });
  }

  /** It has passed a limit. */
  async #stop(failure: PracticeError): Promise<void> {
    this.#failure = failure;
    await this.#process?.end();
  }

  #emit(event: ConversationEvent): void {
    this.#watchOver(event);
    this.#options.onEvent(event);
    for (const listener of this.#listeners) listener(event);
  }

  /** As long as the student is asked anything, no time passes. */
  #watchOver(event: ConversationEvent): void {
    if (event.type === 'RUN_STARTED') this.#watch.begin();
    if (event.type === 'RUN_FINISHED' || event.type === 'RUN_ERROR') this.#watch.end();
    if (!isPiece(event)) this.#watch.told();
    if (event.type !== 'CUSTOM') return;
    if (event.name === 'permission_asked') this.#watch.pause();
    if (event.name === 'permission_answered' && !this.#writer.isAsking) this.#watch.resume();
  }
}

function isPiece({ type }: ConversationEvent): boolean {
  return type === 'TEXT_MESSAGE_CONTENT' || type === 'REASONING_MESSAGE_CONTENT' || type === 'TOOL_CALL_ARGS';
}

function answeredAlready(): PracticeError {
  const message = 'This question was answered already, or the agent no longer waits for it. Reload the page to see.';
  return new PracticeError('permission_not_found', message);
}
