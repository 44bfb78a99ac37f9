import { Readable } from 'node:stream';
import type { Execution, ExecutionExit } from '@agent-factory/agent-cli';
import type { GridSize, SessionId } from '@agent-factory/protocol';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import type { SessionContext } from '../context.js';
import { settleSession } from '../ending/settle.js';

/** What Claude Code, Codex, Gemini CLI and Cursor stop their work for. */
const INTERRUPT_KEY = 'Escape';

/**
 * Where the events of an agent on a terminal come from, if it tells of any: its own log of the conversation. When the
 * signal aborts, it reads to the end of what there is and ends what is open.
 */
export type EventSource = (onEvent: (event: ConversationEvent) => void, signal: AbortSignal) => void;

/** An agent on the terminal of a session; with a source of events, hybrid. */
export class TerminalExecution implements Execution {
  readonly mode: 'interactive' | 'hybrid';
  readonly exited: Promise<ExecutionExit>;
  readonly #context: SessionContext;
  readonly #sessionId: SessionId;
  readonly #source: EventSource | undefined;
  #wasEnded = false;
  /** Whether the agent has ended, or its session has: there may be another one by now, which is not its. */
  #isOver = false;

  constructor(context: SessionContext, sessionId: SessionId, source?: EventSource) {
    this.mode = source === undefined ? 'interactive' : 'hybrid';
    this.#context = context;
    this.#sessionId = sessionId;
    this.#source = source;
    this.exited = context.watch.exited(sessionId).then((frame) => {
      this.#isOver = true;
      return { exitCode: frame?.exitCode ?? null, wasEnded: this.#wasEnded };
    });
  }

  /** As if it were pasted; a line end at its end is the Enter that sends it. */
  async write(text: string): Promise<void> {
    const { tmux } = this.#context;
    const isSent = text.endsWith('\n');
    const pasted = isSent ? text.slice(0, -1) : text;
    if (pasted !== '') await tmux.clients.paste(this.#sessionId, Readable.from([pasted]), new AbortController().signal);
    if (isSent) await tmux.agents.press(this.#sessionId, 'Enter');
  }

  interrupt(): Promise<void> {
    return this.#context.tmux.agents.press(this.#sessionId, INTERRUPT_KEY);
  }

  resize(size: GridSize): Promise<void> {
    return this.#context.tmux.agents.resize(this.#sessionId, size);
  }

  /** The student's shell stays. */
  async end(): Promise<void> {
    const { tmux, watch } = this.#context;
    if (this.#isOver || watch.exitOf(this.#sessionId) !== undefined) return;
    this.#wasEnded = true;
    try {
      await tmux.agents.end(this.#sessionId, () => this.#isOver);
    } catch (error) {
      if (!(await this.#isGone())) throw error;
    }
    await this.exited;
  }

  /** Whether the session has ended meanwhile, as by a switch: whoever ends it has the turn until that is known. */
  async #isGone(): Promise<boolean> {
    return (await settleSession(this.#context, this.#sessionId)) === undefined || this.#isOver;
  }

  onEvent(listener: (event: ConversationEvent) => void): () => void {
    const over = new AbortController();
    let isListening = true;
    this.#source?.((event) => isListening && listener(event), over.signal);
    void this.exited.then(() => over.abort());
    return () => {
      isListening = false;
      over.abort();
    };
  }
}
