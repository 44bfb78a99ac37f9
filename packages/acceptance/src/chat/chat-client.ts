import {
  type Conversation,
  type ConversationEvent,
  type LoggedEvent,
  loggedEventSchema,
  type PermissionAsked,
  type Thread,
  ThreadBuilder,
} from '@agent-factory/protocol/conversations';
import type { PracticeDaemon } from '../daemon.js';
import { waitUntil } from '../machine/wait-until.js';

/** An answer of the daemon to a request, whatever its status. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at the fields of many different answers
  readonly body: any;
}

/** Asks the daemon as a program with its token does. */
async function ask(daemon: PracticeDaemon, path: string, body?: unknown): Promise<Answer> {
  const headers = { authorization: `Bearer ${daemon.token}`, 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${daemon.url}${path}`, init);
  const text = await response.text();
  return {
    status: response.status,
    body: /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
  };
}

/** One page that shows one conversation: it sends, and follows the events, through restarts of the daemon too. */
export class ChatClient implements AsyncDisposable {
  readonly #daemon: PracticeDaemon;
  readonly id: string;
  readonly events: LoggedEvent[] = [];
  readonly #builder = new ThreadBuilder();
  readonly #abort = new AbortController();
  readonly #following: Promise<void>;

  static async open(daemon: PracticeDaemon, request: unknown): Promise<ChatClient> {
    const { status, body } = await ask(daemon, '/conversations', request);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return new ChatClient(daemon, body.id);
  }

  constructor(daemon: PracticeDaemon, id: string) {
    this.#daemon = daemon;
    this.id = id;
    this.#following = this.#follow();
  }

  get thread(): Thread {
    return this.#builder.snapshot();
  }

  async conversation(): Promise<Conversation> {
    return (await this.post('')).body;
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return ask(this.#daemon, `/conversations/${this.id}${path}`, body);
  }

  /** Sends a message and returns the id of its run; throws if the daemon refuses it. */
  async send(text: string, more: object = {}): Promise<string> {
    const { status, body } = await this.post('/messages', { text, ...more });
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.runId;
  }

  /** Sends a message and waits for the end of the run. */
  async say(text: string, more: object = {}): Promise<void> {
    const runId = await this.send(text, more);
    await this.until(({ items }) => items.some(({ kind, id }) => kind === 'run_end' && id === runId));
  }

  /** Waits until something about the thread holds. */
  async until(holds: (thread: Thread) => boolean, timeoutMs?: number): Promise<void> {
    const words = () => JSON.stringify(this.thread.items.slice(-6), null, 1);
    await waitUntil(async () => (holds(this.thread) ? true : undefined), words, timeoutMs);
  }

  /** The next question of the agent's. */
  async asked(): Promise<PermissionAsked> {
    await this.until(({ asked }) => asked.length > 0);
    const [question] = this.thread.asked;
    if (question === undefined) throw new Error('no question');
    return question;
  }

  /** Answers it with the first option of this kind. */
  async answer(kind: string): Promise<Answer> {
    const question = await this.asked();
    const option = question.options.find((candidate) => candidate.kind === kind);
    return this.post(`/permissions/${encodeURIComponent(question.id)}`, { optionId: option?.id });
  }

  /** What the tutor has said in all. */
  get answers(): string[] {
    return this.thread.items.flatMap((item) => (item.kind === 'answer' ? [item.text] : []));
  }

  get names(): ConversationEvent['type'][] {
    return this.events.map(({ event }) => event.type);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#abort.abort();
    await this.#following;
  }

  async #follow(): Promise<void> {
    while (!this.#abort.signal.aborted) {
      await this.#read().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #read(): Promise<void> {
    const after = this.events.at(-1)?.id ?? 0;
    const response = await fetch(`${this.#daemon.url}/conversations/${this.id}/events?after=${after}`, {
      headers: { authorization: `Bearer ${this.#daemon.token}` },
      signal: this.#abort.signal,
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) this.#take(message);
    }
  }

  #take(message: string): void {
    const data = /^data: (.*)$/m.exec(message)?.[1];
    if (data === undefined) return;
    const event = loggedEventSchema.parse(JSON.parse(data));
    this.events.push(event);
    this.#builder.add(event);
  }
}
