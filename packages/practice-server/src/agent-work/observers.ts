import type { AgentCli, AgentList } from '@agent-factory/agent-cli';
import { type ExerciseId, exerciseIdOf, PracticeError, type SessionId, sessionIdOf } from '@agent-factory/protocol';
import { sameSecret } from '../access/secrets.js';
import type { Store } from '../store/open.js';
import { KeyedQueue } from '../system/keyed-queue.js';
import type { Tmux } from '../tmux/tmux.js';
import { AgentSettings, type PreparedAgent, type PreparedSession } from './agent-settings.js';
import type { AgentStates } from './agent-states.js';
import type { SaidMarker } from './markers/said-marker.js';
import { Sayings } from './markers/sayings.js';
import { AgentObserver } from './observer.js';
import { newObservedAgent, type ObservedAgent, ObservedAgents } from './records.js';
import type { SaidText } from './speech/said-text.js';

export interface AgentObserversOptions {
  readonly store: Store;
  readonly tmux: Tmux;
  readonly agents: AgentList;
  readonly states: AgentStates;
  readonly hooksFolder: string;
  readonly port: () => number;
  /** The environment of sessions, as of now. */
  readonly env: () => Record<string, string>;
  readonly onMarker: (said: SaidMarker) => Promise<void>;
  readonly onSaid: (said: SaidText) => void;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** The agent of a session. */
export interface SessionsAgent {
  readonly exerciseId: ExerciseId;
  readonly agent: string;
  readonly paneId: string;
  /** The id that its conversation was started with. */
  readonly conversationId: string;
  /** Absolute path. */
  readonly workspace: string;
  /** When that was made, ISO 8601. */
  readonly workspaceSince: string;
}

/** Observes the agents in all terminals. A plain shell is nobody's to observe. */
export class AgentObservers {
  readonly #options: AgentObserversOptions;
  readonly #records: ObservedAgents;
  readonly #settings: AgentSettings;
  readonly #queue = new KeyedQueue();
  readonly #observers = new Map<ExerciseId, AgentObserver>();
  /** By exercise: what its agent has to show. */
  readonly #secrets = new Map<ExerciseId, string>();

  constructor(options: AgentObserversOptions) {
    const { store, hooksFolder: folder, port, env, onFailure } = options;
    this.#options = options;
    this.#records = new ObservedAgents(store);
    this.#settings = new AgentSettings({ folder, port, env, onFailure });
  }

  /** The CLI as it is to be started in a session that has not begun. */
  async prepare(cli: AgentCli, session: PreparedSession): Promise<PreparedAgent> {
    const prepared = await this.#settings.prepare(cli, session);
    if (prepared.secret === undefined) this.#secrets.delete(session.exerciseId);
    else this.#secrets.set(session.exerciseId, prepared.secret);
    return prepared;
  }

  /** Whose secret this is: of a session that lives. */
  sessionOf(given: string): ExerciseId | undefined {
    return [...this.#secrets].find(([, secret]) => sameSecret(given, secret))?.[0];
  }

  /** Its session has begun. */
  start(agent: SessionsAgent): void {
    const cli = this.#observable(agent);
    if (cli === undefined) return;
    const { exerciseId } = agent;
    const { states } = this.#options;
    const record = newObservedAgent(exerciseId, agent.agent, this.#secrets.get(exerciseId));
    states.begin(exerciseId, agent.agent);
    states.note(exerciseId, { state: 'starting', source: 'process' });
    states.settle(exerciseId);
    void this.#inTurn(exerciseId, async () => {
      await this.#records.save(record);
      await this.#observe(agent, { cli, record, isFoundAgain: false });
    });
  }

  /** Its session was there before us. `hasExited`: the agent is not, any more. */
  async findAgain(agent: SessionsAgent, hasExited: boolean): Promise<void> {
    const cli = this.#observable(agent);
    if (cli === undefined) return;
    const { exerciseId } = agent;
    const record = (await this.#records.find(exerciseId)) ?? newObservedAgent(exerciseId, agent.agent);
    const { states } = this.#options;
    states.begin(exerciseId, agent.agent, record.work);
    if (record.hookSecret !== undefined) this.#secrets.set(exerciseId, record.hookSecret);
    // What its pane shows by now, the student's shell may have printed.
    if (!hasExited || cli.log !== undefined)
      void this.#inTurn(exerciseId, () => this.#observe(agent, { cli, record, isFoundAgain: true }));
    if (hasExited) this.handleExit(sessionIdOf(exerciseId));
  }

  /** The agent has left the student in their own shell. */
  handleExit(sessionId: SessionId): void {
    const exerciseId = exerciseIdOf(sessionId);
    if (exerciseId === undefined) return;
    const { states } = this.#options;
    states.note(exerciseId, { state: 'exited', source: 'process' });
    states.settle(exerciseId);
    this.#observers.get(exerciseId)?.handleExit();
    void this.#inTurn(exerciseId, () => this.#stop(exerciseId));
  }

  /** The student has typed or pasted. */
  handleInput(exerciseId: ExerciseId, bytes: Buffer): void {
    this.#observers.get(exerciseId)?.handleInput(bytes);
  }

  /** Throws `session_not_found`, or `hook_forbidden` unless this is the secret of the session. */
  prove(sessionId: SessionId, given: string): void {
    const exerciseId = exerciseIdOf(sessionId);
    const secret = exerciseId && this.#secrets.get(exerciseId);
    if (secret === undefined)
      throw new PracticeError('session_not_found', 'There is no session whose agent tells what it does by hooks.');
    if (!sameSecret(given, secret))
      throw new PracticeError('hook_forbidden', 'Send the secret of the session as "Authorization: Bearer <secret>".');
  }

  /** The agent tells something of itself. */
  handleHook(sessionId: SessionId, body: unknown): void {
    const exerciseId = exerciseIdOf(sessionId);
    if (exerciseId === undefined) return;
    this.#observers.get(exerciseId)?.handleHook(body);
  }

  /** The state of an agent that counts has changed. */
  handleState(exerciseId: ExerciseId, work: NonNullable<ObservedAgent['work']>): void {
    this.#observers.get(exerciseId)?.handleState(work);
  }

  /** The session is over. Resolves when all is told that its agent has said. */
  async forget(exerciseId: ExerciseId): Promise<void> {
    this.#options.states.forget(exerciseId);
    this.#secrets.delete(exerciseId);
    await this.#inTurn(exerciseId, async () => {
      await this.#stop(exerciseId);
      await this.#settings.remove(exerciseId);
      await this.#records.forget(exerciseId);
    });
  }

  /** The sessions live on. */
  async close(): Promise<void> {
    for (const exerciseId of [...this.#observers.keys()]) void this.#inTurn(exerciseId, () => this.#stop(exerciseId));
    await this.#queue.idle();
    this.#options.states.close();
  }

  #observable({ agent }: SessionsAgent): AgentCli | undefined {
    const cli = this.#options.agents.find(agent);
    return cli?.command === undefined ? undefined : cli;
  }

  async #observe(
    { exerciseId, paneId, conversationId, workspace, workspaceSince }: SessionsAgent,
    { cli, record, isFoundAgain }: { cli: AgentCli; record: ObservedAgent; isFoundAgain: boolean },
  ): Promise<void> {
    const { tmux, states, env, onMarker, onSaid, onFailure } = this.#options;
    await this.#stop(exerciseId);
    const sessionId = sessionIdOf(exerciseId);
    const since = { workspaceSince: new Date(workspaceSince), since: new Date(record.since) };
    const observer = new AgentObserver({
      exerciseId,
      place: { cli, conversationId, workspace, tmuxSession: sessionId, env, ...since },
      record,
      isFoundAgain,
      states,
      onSaid: (said) => onSaid({ ...said, exerciseId, agent: cli.id, place: 'terminal' }),
      sayings: await Sayings.load(exerciseId, { records: this.#records, onMarker }),
      pane: {
        paneId,
        listen: (events) => tmux.clients.listen(sessionId, events),
        look: ({ history }) => tmux.agents.screen(sessionId, history),
      },
      save: (changed) => this.#records.save(changed),
      onFailure,
    });
    this.#observers.set(exerciseId, observer);
  }

  async #stop(exerciseId: ExerciseId): Promise<void> {
    const observer = this.#observers.get(exerciseId);
    this.#observers.delete(exerciseId);
    await observer?.close();
  }

  /** Never rejects: nothing of the student's depends on it. */
  #inTurn(exerciseId: ExerciseId, task: () => Promise<void>): Promise<void> {
    const failed = (error: unknown) => this.#options.onFailure(error, 'An agent could not be observed');
    return this.#queue.run(exerciseId, task).catch(failed);
  }
}
