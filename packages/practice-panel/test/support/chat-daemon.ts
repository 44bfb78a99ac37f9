import type { ServerResponse } from 'node:http';
import type { AgentSummary, AgentsResponse } from '@agent-factory/protocol/agents';
import {
  CAUGHT_UP,
  type Conversation,
  type ConversationEvent,
  type CreateConversationRequest,
  type LoggedEvent,
  MAX_LISTED_CONVERSATIONS,
  METADATA_KEY,
  type MessageFacts,
  type SendMessageRequest,
  type TerminalConversation,
} from '@agent-factory/protocol/conversations';
import { answerJson, readBody, serve, type TestServer } from './http.js';
import { health } from './samples.js';

const SOME_TIME = '2026-01-01T00:00:00.000Z';

export const ABILITIES: Conversation['abilities'] = {
  permissions: true,
  interrupt: true,
  resume: true,
  handOver: true,
  models: true,
  modes: true,
  cost: true,
};

export function agent(facts: Partial<AgentSummary> = {}): AgentSummary {
  return {
    id: 'claude',
    name: 'Claude Code',
    isCustom: false,
    installed: true,
    version: '2.1.0',
    signedIn: true,
    terminal: true,
    chat: ABILITIES,
    ...facts,
  };
}

/** A conversation of the daemon's, with all that happened in it. */
interface Logged {
  facts: Conversation;
  readonly events: LoggedEvent[];
  readonly readers: Set<ServerResponse>;
}

/** What a test does with the daemon, and sees of it. */
export interface ChatDaemon extends TestServer {
  agents: AgentsResponse;
  /** What goes on in the terminal. */
  terminal: TerminalConversation | undefined;
  /** How many conversations are listed at once. */
  pageSize: number;
  /** `METHOD path` and body of every request but preflights. */
  readonly requests: { readonly name: string; readonly query?: string; readonly body?: unknown }[];
  /** A conversation that is there before any page asks. */
  begin(facts?: Partial<Conversation>): string;
  /** Logs what happens, and tells everyone who follows. Returns the id of the last event. */
  log(id: string, ...events: readonly ConversationEvent[]): number;
  change(id: string, facts: Partial<Conversation>): void;
  /** What is to happen when a message arrives; by default the question is logged and nothing answers. */
  onMessage: (id: string, message: SendMessageRequest) => void;
  /** Answers the next request whose name begins so with an error. */
  refuse(name: string, status: number, error: object): void;
  /** Pages that follow a conversation now. */
  readers(id: string): number;
  /** Breaks off every stream, as a daemon that dies does. */
  dropReaders(): void;
}

/** A daemon that speaks the contract of conversations and agents, in memory. */
export async function startChatDaemon(): Promise<ChatDaemon> {
  const conversations = new Map<string, Logged>();
  const requests: ChatDaemon['requests'] = [];
  const refusals: { name: string; status: number; error: object }[] = [];
  let count = 0;

  const server = await serve(async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Headers', 'content-type, accept');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    const url = new URL(request.url ?? '', 'http://daemon');
    const body = request.method === 'POST' ? await readBody(request) : undefined;
    const name = `${request.method} ${url.pathname}`;
    requests.push({ name, ...(url.search && { query: url.search }), ...(body !== undefined && { body }) });
    const refused = refusals.findIndex((refusal) => name.startsWith(refusal.name));
    const [refusal] = refused < 0 ? [] : refusals.splice(refused, 1);
    if (refusal) return answerJson(response, refusal.error, refusal.status);
    route({ url, name, body, response });
  });

  interface Asked {
    readonly url: URL;
    readonly name: string;
    readonly body: unknown;
    readonly response: ServerResponse;
  }

  /** What is asked of no conversation in particular. */
  const general: Record<string, (asked: Asked) => unknown> = {
    'GET /health': () => health({ capabilities: { conversations: {}, agents: {} } }),
    'GET /agents': () => daemon.agents,
    'POST /agents/choose': ({ body }) => choose(body as { agent: string | null; exerciseId?: string }),
    'GET /conversations': ({ url }) => ({
      ...page(listed(url.searchParams), url.searchParams.get('before')),
      terminal: daemon.terminal,
    }),
    'POST /conversations': ({ body }) => create(body as CreateConversationRequest),
  };

  function route(asked: Asked): void {
    const { url, name, response } = asked;
    const handle = general[name];
    const [, id = '', action = ''] = /^\/conversations\/([^/]+)\/?(.*)$/.exec(url.pathname) ?? [];
    const logged = conversations.get(id);
    if (handle) answerJson(response, handle(asked));
    else if (logged) actOn(logged, action, asked);
    else answerJson(response, { error: 'not_found', message: 'No such thing.' }, 404);
  }

  function actOn(logged: Logged, action: string, { url, body, response }: Asked): void {
    const { id } = logged.facts;
    if (action === 'events') follow(logged, Number(url.searchParams.get('after') ?? 0), response);
    else if (action === 'export') response.end(`# ${logged.facts.title}\n`);
    else answerJson(response, resultOf(id, action, body) ?? conversations.get(id)?.facts ?? { ok: true });
  }

  /** Does it, and returns the answer unless that is the conversation. */
  function resultOf(id: string, action: string, body: unknown): object | undefined {
    switch (action) {
      case '':
        return undefined;
      case 'messages':
        setImmediate(() => daemon.onMessage(id, body as SendMessageRequest));
        return { runId: `run-${count++}` };
      case 'rename':
        return void daemon.change(id, body as { title: string });
      case 'hand-over':
        return void handOver(id, body as { to: 'terminal' | 'chat' });
      case 'delete':
        conversations.delete(id);
        return { ok: true };
      default:
        return { ok: true };
    }
  }

  function handOver(id: string, { to }: { to: 'terminal' | 'chat' }): void {
    daemon.change(id, { status: to === 'terminal' ? 'in_terminal' : 'idle' });
    daemon.log(id, { type: 'CUSTOM', name: 'handed_over', value: { to } });
  }

  function listed(query: URLSearchParams): Conversation[] {
    const isMeant = ({ subject }: Conversation) =>
      subject.kind === 'lesson' ? subject.path === query.get('lesson') : subject.exerciseId === query.get('exerciseId');
    return [...conversations.values()]
      .map(({ facts }) => facts)
      .filter(isMeant)
      .reverse();
  }

  /** What is listed at once of them. */
  function page(all: readonly Conversation[], before: string | null) {
    const from = all.findIndex(({ id }) => id === before) + 1;
    const conversations = all.slice(from, from + daemon.pageSize);
    const isFull = conversations.length === daemon.pageSize;
    return { conversations, ...(isFull && { next: conversations.at(-1)?.id }) };
  }

  function create({ subject, title = '', fromTerminal }: CreateConversationRequest): Conversation {
    const away = [...conversations.values()].find(({ facts }) => facts.status === 'in_terminal');
    if (fromTerminal && away) return away.facts;
    const { choice, agents } = daemon.agents;
    const chosen = agents.find((other) => other.id === choice);
    const status = fromTerminal ? 'in_terminal' : 'idle';
    const id = daemon.begin({ subject, title, agent: choice, agentName: chosen?.name ?? choice, status });
    if (fromTerminal && daemon.terminal) daemon.terminal = { ...daemon.terminal, conversationId: id };
    return conversations.get(id)?.facts as Conversation;
  }

  function choose({ agent: chosen, exerciseId }: { agent: string | null; exerciseId?: string }): AgentsResponse {
    const choice = chosen as AgentsResponse['choice'];
    const change =
      exerciseId === undefined ? { choice } : { exerciseChoices: chosen === null ? {} : { [exerciseId]: choice } };
    daemon.agents = { ...daemon.agents, ...change };
    return daemon.agents;
  }

  function follow({ events, readers }: Logged, after: number, response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const known = events.filter(({ id }) => id > after).map(sentAs);
    response.write(`${known.join('')}${CAUGHT_UP}\n\n`);
    readers.add(response);
    response.on('close', () => readers.delete(response));
  }

  const daemon: ChatDaemon = Object.assign(server, {
    agents: { agents: [agent()], choice: 'claude', exerciseChoices: {}, problems: [] } as AgentsResponse,
    terminal: undefined as TerminalConversation | undefined,
    pageSize: MAX_LISTED_CONVERSATIONS,
    requests,
    begin(facts: Partial<Conversation> = {}) {
      const id = `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`;
      conversations.set(id, { facts: { ...conversation(id), ...facts }, events: [], readers: new Set() });
      return id;
    },
    log(id: string, ...events: readonly ConversationEvent[]) {
      const logged = conversations.get(id);
      for (const event of events) {
        const entry = { id: (logged?.events.at(-1)?.id ?? 0) + 1, at: new Date().toISOString(), event };
        logged?.events.push(entry);
        for (const reader of logged?.readers ?? []) reader.write(sentAs(entry));
      }
      return logged?.events.at(-1)?.id ?? 0;
    },
    change(id: string, facts: Partial<Conversation>) {
      const logged = conversations.get(id);
      if (logged) logged.facts = { ...logged.facts, ...facts };
    },
    onMessage(id: string, { text }: SendMessageRequest) {
      daemon.log(id, ...question(text));
    },
    refuse(name: string, status: number, error: object) {
      refusals.push({ name, status, error });
    },
    readers: (id: string) => conversations.get(id)?.readers.size ?? 0,
    dropReaders() {
      for (const { readers } of conversations.values()) for (const reader of readers) reader.destroy();
    },
  });
  return daemon;
}

/** An event as it is sent. */
export function sentAs(event: LoggedEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}

export function conversation(id: string): Conversation {
  return {
    id,
    subject: { kind: 'lesson', path: '34/first-agent', title: 'Your first agent' },
    agent: 'claude',
    agentName: 'Claude Code',
    title: 'How agents work',
    status: 'idle',
    createdAt: SOME_TIME,
    updatedAt: SOME_TIME,
    usage: {},
    abilities: ABILITIES,
    resumeCommand: 'claude --resume abc',
  };
}

let messages = 0;

/** The events of a message of the student's, and what it was said with. */
export function question(text: string, { facts }: { facts?: MessageFacts } = {}): ConversationEvent[] {
  const id = `q-${++messages}`;
  const metadata = facts && { metadata: { [METADATA_KEY]: facts } };
  return [
    { type: 'TEXT_MESSAGE_START', messageId: id, role: 'user', ...metadata },
    { type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta: text },
    { type: 'TEXT_MESSAGE_END', messageId: id },
  ] as ConversationEvent[];
}

/** The events of an answer, which may come in pieces. */
export function answer(pieces: readonly string[], id = `a-${++messages}`): ConversationEvent[] {
  return [
    { type: 'TEXT_MESSAGE_START', messageId: id, role: 'assistant' },
    ...pieces.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: id, delta })),
    { type: 'TEXT_MESSAGE_END', messageId: id },
  ] as ConversationEvent[];
}

export function runStarted(runId = 'run'): ConversationEvent {
  return { type: 'RUN_STARTED', threadId: 'thread', runId } as ConversationEvent;
}

export function runFinished(usage: object = {}, runId = 'run'): ConversationEvent {
  return { type: 'RUN_FINISHED', threadId: 'thread', runId, metadata: { practice: { usage } } } as ConversationEvent;
}
