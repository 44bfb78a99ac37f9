import { AGENT_ROUTES, type AgentSummary, type AgentsResponse } from '@agent-factory/protocol/agents';
import type { ClientError, RestOutcome } from '../server/outcome.js';
import type { PracticeServer } from '../server/server.js';
import { createStore, type Unsubscribe } from '../store/store.js';

export interface AgentsState {
  readonly status: 'loading' | 'ready' | 'failed';
  /** As last heard; undefined before the first answer. */
  readonly known: AgentsResponse | undefined;
  readonly error: ClientError | undefined;
}

type AgentsAction =
  | { readonly type: 'asked' }
  | { readonly type: 'heard'; readonly known: AgentsResponse }
  | { readonly type: 'failed'; readonly error: ClientError };

const INITIAL: AgentsState = { status: 'loading', known: undefined, error: undefined };

function reduce(state: AgentsState, action: AgentsAction): AgentsState {
  switch (action.type) {
    case 'asked':
      return { ...state, status: 'loading', error: undefined };
    case 'heard':
      return { status: 'ready', known: action.known, error: undefined };
    case 'failed':
      return { ...state, status: 'failed', error: action.error };
  }
}

/** The agents of this machine, how ready each is, and which one the student has chosen. */
export class AgentChoices {
  readonly #server: PracticeServer;
  readonly #store = createStore(reduce, INITIAL);

  constructor(server: PracticeServer) {
    this.#server = server;
  }

  getSnapshot = (): AgentsState => this.#store.getSnapshot();

  subscribe = (listener: () => void): Unsubscribe => this.#store.subscribe(listener);

  /** Looks again: the student may have installed one meanwhile, or signed in. */
  refresh(): Promise<boolean> {
    return this.#ask(() => this.#server.ask((rest) => rest.call({ route: AGENT_ROUTES.agents })));
  }

  /** Remembers a choice: for one exercise, or for all that have none of their own. Null takes it back. */
  choose(agent: string | null, exerciseId?: string): Promise<boolean> {
    const body = { agent, ...(exerciseId !== undefined && { exerciseId }) };
    return this.#ask(() => this.#server.ask((rest) => rest.call({ route: AGENT_ROUTES.choose, body })));
  }

  async #ask(request: () => Promise<RestOutcome<AgentsResponse>>): Promise<boolean> {
    this.#store.dispatch({ type: 'asked' });
    const outcome = await request();
    this.#store.dispatch(
      outcome.ok ? { type: 'heard', known: outcome.value } : { type: 'failed', error: outcome.error },
    );
    return outcome.ok;
  }
}

/**
 * The agent that a new conversation starts with: the chosen one, or where that cannot chat, as a shell cannot, one that
 * can, and at once if there is such a one.
 */
export function chatAgent(known: AgentsResponse | undefined, exerciseId?: string): AgentSummary | undefined {
  const chosen = chosenAgent(known, exerciseId);
  if (chosen?.chat !== undefined) return chosen;
  const able = known?.agents.filter(({ chat }) => chat !== undefined) ?? [];
  return able.find(canStart) ?? able[0] ?? chosen;
}

function canStart({ installed, signedIn, tooOld }: AgentSummary): boolean {
  return installed && signedIn !== false && tooOld?.chat === undefined;
}

/** The agent that something new starts with: the exercise's own choice, or the general one. */
export function chosenAgent(known: AgentsResponse | undefined, exerciseId?: string): AgentSummary | undefined {
  const own = exerciseId === undefined ? undefined : known?.exerciseChoices[exerciseId];
  const id = own ?? known?.choice;
  return known?.agents.find((agent) => agent.id === id);
}
