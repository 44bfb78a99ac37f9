import type { ExerciseSummary, Health, SessionSummary } from '@agent-factory/protocol';
import type { AgentState } from '@agent-factory/protocol/events';
import { memory } from '../browser/memory.js';
import { isLoopbackPage } from '../browser/page.js';
import { localAccess } from '../browser/permission.js';
import { candidateUrls, type PracticeOptions } from '../options.js';
import { createStore, type Unsubscribe } from '../store/store.js';
import { discoverServer, type FoundServer } from './discovery.js';
import { loadWire } from './load-wire.js';
import { incomplete, type RestOutcome, unreachable } from './outcome.js';
import type { Rest } from './rest.js';
import { loadWidths } from './widths.js';

/** Time in milliseconds that a student may take to answer the browser's permission prompt. */
const PROMPT_TIMEOUT_MS = 120_000;

/**
 * What is known of the daemon. `unknown`: it has not been asked yet, on purpose. `page_incomplete`: something
 * answered, but the part of the page that reads answers did not arrive from the lesson site.
 */
export type ServerConnection =
  | { readonly status: 'unknown' | 'unreachable' | 'permission_needed' | 'permission_denied' | 'page_incomplete' }
  | { readonly status: 'connected'; readonly baseUrl: string; readonly health: Health };

export interface ServerState {
  readonly connection: ServerConnection;
  /** Registry entries and where the student stands with each, as last fetched. */
  readonly exercises: readonly ExerciseSummary[];
  /** Running sessions, as last fetched. */
  readonly sessions: readonly SessionSummary[];
}

type ServerAction =
  | { readonly type: 'connection'; readonly connection: ServerConnection }
  | { readonly type: 'exercises'; readonly exercises: readonly ExerciseSummary[] }
  | { readonly type: 'sessions'; readonly sessions: readonly SessionSummary[] };

const INITIAL: ServerState = { connection: { status: 'unknown' }, exercises: [], sessions: [] };

function reduceServer(state: ServerState, action: ServerAction): ServerState {
  switch (action.type) {
    case 'connection':
      return { ...state, connection: action.connection };
    case 'exercises':
      return { ...state, exercises: action.exercises };
    case 'sessions':
      return { ...state, sessions: action.sessions };
  }
}

/** The daemon as this page sees it: where it is, how it is, what runs. */
export class PracticeServer {
  readonly #options: PracticeOptions;
  readonly #store = createStore(reduceServer, INITIAL);
  #quietLook: Promise<void> | undefined;
  /** What events have said of agents, each with its place among all such events. */
  readonly #agentStates = new Map<string, { readonly state: AgentState; readonly at: number }>();
  #statesTold = 0;

  constructor(options: PracticeOptions) {
    this.#options = options;
  }

  getSnapshot = (): ServerState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Calls back when something is known of the daemon that was not known before, until the returned function is called. */
  onConnection(listener: (connection: ServerConnection) => void): Unsubscribe {
    let known = this.getSnapshot().connection;
    return this.subscribe(() => {
      const { connection } = this.getSnapshot();
      if (connection === known) return;
      known = connection;
      listener(connection);
    });
  }

  /** Sends the daemon a request, after looking for the daemon if its address is unknown. */
  async ask<T>(question: (rest: Rest) => Promise<RestOutcome<T>>): Promise<RestOutcome<T>> {
    const { connection } = this.getSnapshot();
    const current = connection.status === 'connected' ? connection : await this.connect();
    if (current.status === 'connected') return question(await restAt(current.baseUrl));
    return current.status === 'page_incomplete' ? incomplete() : unreachable();
  }

  /**
   * Looks for the daemon. If the browser would first ask the student, gives that as the result instead;
   * `mayPrompt` is for the click that follows the explanation.
   */
  async connect(mayPrompt = false): Promise<ServerConnection> {
    const connection = await this.#look(mayPrompt);
    this.#store.dispatch({ type: 'connection', connection });
    if (connection.status === 'connected') {
      memory.remember(connection.baseUrl);
      // A terminal is likely to open soon, and needs them at once.
      if (connection.health.healthy) void loadWidths(connection.baseUrl);
    }
    return connection;
  }

  /** Looks for the daemon once, and only if the browser would not ask the student about it. */
  async connectQuietly(): Promise<void> {
    if (this.getSnapshot().connection.status !== 'unknown') return;
    this.#quietLook ??= this.#connectIfAllowed();
    await this.#quietLook;
  }

  /** Fetches what runs and where the student stands. If the daemon does not answer, both stay as they were. */
  async refresh(): Promise<void> {
    const { connection } = this.getSnapshot();
    if (connection.status !== 'connected') return;
    const before = this.#statesTold;
    const rest = await restAt(connection.baseUrl);
    const [exercises, sessions] = await Promise.all([rest.exercises(), rest.sessions()]);
    if (exercises.ok) this.#store.dispatch({ type: 'exercises', exercises: exercises.value.exercises });
    if (!sessions.ok) return;
    // What an event has said meanwhile, the answer may not know yet.
    const told = sessions.value.sessions.map((session) => this.#withAgentState(session, before));
    this.#store.dispatch({ type: 'sessions', sessions: told });
  }

  /** An exercise's agent does this now, as an event has said. */
  tellAgentState(exerciseId: string, agentState: AgentState): void {
    this.#statesTold += 1;
    this.#agentStates.set(exerciseId, { state: agentState, at: this.#statesTold });
    const { sessions } = this.getSnapshot();
    const told = sessions.map((session) => (session.exerciseId === exerciseId ? { ...session, agentState } : session));
    this.#store.dispatch({ type: 'sessions', sessions: told });
  }

  /** A request found nobody: whoever waits for the daemon has to look for it again. */
  tellAbsence(): void {
    this.#store.dispatch({ type: 'connection', connection: { status: 'unreachable' } });
  }

  /** With what was told of its agent after this place among all that was told. */
  #withAgentState(session: SessionSummary, after: number): SessionSummary {
    const told = this.#agentStates.get(session.exerciseId);
    return told === undefined || told.at <= after ? session : { ...session, agentState: told.state };
  }

  async #connectIfAllowed(): Promise<void> {
    const allowed = isLoopbackPage() || (memory.wasConnected() && (await localAccess()) === 'granted');
    if (!allowed || this.getSnapshot().connection.status !== 'unknown') return;
    await this.connect();
    await this.refresh();
  }

  async #look(mayPrompt: boolean): Promise<ServerConnection> {
    const access = isLoopbackPage() ? 'granted' : await localAccess();
    if (access === 'denied') return { status: 'permission_denied' };
    if (access === 'prompt' && !mayPrompt) return { status: 'permission_needed' };
    try {
      if (access === 'prompt') await this.#prompt();
      const found = await this.#discover();
      return found ? { status: 'connected', ...found } : await this.#absence(access === 'prompt');
    } catch {
      return { status: 'page_incomplete' }; // the only way in which a search rejects
    }
  }

  /** The browser asks while a request waits, so this one waits long; its answer does not matter. */
  async #prompt(): Promise<void> {
    await discoverServer(candidateUrls(this.#options).slice(0, 1), undefined, { timeoutMs: PROMPT_TIMEOUT_MS });
  }

  async #absence(wasAsked: boolean): Promise<ServerConnection> {
    const denied = wasAsked && (await localAccess()) === 'denied';
    return { status: denied ? 'permission_denied' : 'unreachable' };
  }

  #discover(): Promise<FoundServer | undefined> {
    return discoverServer(candidateUrls(this.#options), memory.server());
  }
}

/** The routes of a daemon that has answered. Its answer was read, so what reads answers is there. */
async function restAt(baseUrl: string): Promise<Rest> {
  const { createRest } = await loadWire();
  return createRest(baseUrl);
}
