import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type AgentList, findProgram, signedIn } from '@agent-factory/agent-cli';
import type { AgentId, Dependency } from '@agent-factory/protocol';
import { findExecutable, runCommand } from '@agent-factory/subprocess';
import { isSupportedTmux } from '../tmux/config/versions.js';
import { absentState, askAgent, FoundAgent, identityOf } from './agent-state.js';
import { type AgentForm, missing, nextStep, tooOldAgent } from './steps.js';

const VERSION_TIMEOUT_MS = 5000;
/** An agent that has not told its version within so many milliseconds is started all the same: it is not known to be too old. */
const VERSION_PATIENCE_MS = 4000;
/** Programs are looked up again after this, so that a student who installs something sees it at once. */
const PRESENCE_TTL_MS = 1000;
/** Two looks for what is missing while a page waits for it; if the last look-up is older, nobody was asking. */
const PAUSE_MS = 4000;
/** Asking an agent whether it is signed in starts it and takes half a second, so we ask rarely, in the background. */
const SIGNED_OUT_TTL_MS = 10_000;
const SIGNED_IN_TTL_MS = 5 * 60_000;

export interface DependencyOptions {
  readonly environments: { readonly session: Record<string, string> };
  readonly agents: AgentList;
  /** The agent of this daemon; its absence makes the daemon unhealthy. */
  readonly agent: AgentId;
}

const NEVER = Number.NEGATIVE_INFINITY;

/** What is known of the programs that sessions need: looked up cheaply, versions and sign-in in the background. */
export class Dependencies {
  readonly #options: DependencyOptions;
  readonly #agents = new Map<AgentId, FoundAgent>();
  /** `file` tells this tmux from any other at the same path, as after an update. */
  #tmux: { file: string; state: Dependency } | undefined;
  #known: Record<string, Dependency> = {};
  #lookedUpAt = NEVER;
  #lookingUp: Promise<void> | undefined;
  /** Hears each time somebody has looked, whoever it was: what an answer has just said may be known better by now. */
  onLookedUp: (() => void) | undefined;

  constructor(options: DependencyOptions) {
    this.#options = options;
  }

  /**
   * The state for health. Frequent callers get what was known a moment ago, and the look-up follows the
   * answer; after a pause, a caller waits for a fresh state. This never waits for an agent.
   */
  async current(): Promise<Record<string, Dependency>> {
    const age = performance.now() - this.#lookedUpAt;
    if (age > PRESENCE_TTL_MS) {
      const lookUp = this.#lookUp();
      if (age > PAUSE_MS) await lookUp;
    }
    return this.#known;
  }

  /** What was found when somebody looked last. */
  get latest(): Readonly<Record<string, Dependency>> {
    return this.#known;
  }

  /** Looks now. */
  lookAgain(): Promise<void> {
    return this.#lookUp();
  }

  #lookUp(): Promise<void> {
    this.#lookingUp ??= this.#lookUpAll().finally(() => {
      this.#lookingUp = undefined;
    });
    return this.#lookingUp;
  }

  async #lookUpAll(): Promise<void> {
    this.#known = { tmux: await this.#lookUpTmux(), ...(await this.#lookUpAgent(this.#options.agent)) };
    this.#lookedUpAt = performance.now();
    this.onLookedUp?.();
  }

  /** The same, with everything known, however long that takes. */
  async complete(): Promise<Record<string, Dependency>> {
    const cli = this.#options.agents.get(this.#options.agent);
    const state = cli.command === undefined ? {} : { [cli.id]: await askAgent(cli, this.#environment) };
    return { tmux: await this.#lookUpTmux(), ...state };
  }

  /** Throws `dependency_missing` unless a session with this agent can start. */
  async require(agent: AgentId): Promise<void> {
    this.#requireIn('terminal', { tmux: await this.#lookUpTmux(), ...(await this.#versionedAgent(agent, 'terminal')) });
  }

  /** Throws `dependency_missing` if this agent is known to be too old for a coach that cannot write. */
  async requireCoach(agent: AgentId): Promise<void> {
    const { [agent]: state } = await this.#versionedAgent(agent, 'terminal');
    const old = tooOldAgent(this.#options.agents.get(agent), 'coach', state?.version);
    if (old !== undefined) throw missing(old.next);
  }

  /** Throws `dependency_missing` unless this agent can be a conversation. */
  async requireChat(agent: AgentId): Promise<void> {
    this.#requireIn('chat', await this.#versionedAgent(agent, 'chat'));
  }

  #requireIn(form: AgentForm, state: Record<string, Dependency>): void {
    const step = nextStep(state, this.#options.agents, form);
    if (step !== undefined) throw missing(step);
  }

  /**
   * The state of an agent with its version, for which the first to ask waits a moment. One that is too old, or
   * could not be started, is asked again: it may have been mended behind a file that stayed the same.
   */
  async #versionedAgent(agent: AgentId, form: AgentForm): Promise<Record<string, Dependency>> {
    const state = await this.#lookUpAgent(agent);
    const found = this.#agents.get(agent);
    if (found === undefined) return state;
    await Promise.race([found.versionTold, wait(VERSION_PATIENCE_MS, undefined, { ref: false })]);
    const isTooOld = tooOldAgent(this.#options.agents.get(agent), form, found.state.version) !== undefined;
    if (isTooOld || found.cannotStart) await found.askVersion(this.#environment);
    return { [agent]: found.state };
  }

  /** The state of one agent, waiting for its answers if it has never been asked. */
  async stateOf(agent: AgentId): Promise<Dependency> {
    const { [agent]: state } = await this.#lookUpAgent(agent);
    const found = this.#agents.get(agent);
    if (found === undefined) return state ?? { installed: true };
    await found.answered;
    return found.state;
  }

  /** What is known of the agents that anybody has asked about, without asking. */
  get known(): ReadonlyMap<AgentId, Dependency> {
    return new Map([...this.#agents].map(([agent, { state }]) => [agent, state]));
  }

  /** Whether the agent says it is signed in; undefined while nobody knows. */
  isSignedIn(agent: AgentId): boolean | undefined {
    return this.#agents.get(agent)?.state.signedIn;
  }

  /** Asks the agent now; undefined if it cannot tell. */
  askSignedIn(agent: AgentId): Promise<boolean | undefined> {
    return signedIn(this.#options.agents.get(agent), { env: this.#environment });
  }

  get #environment(): Record<string, string> {
    return this.#options.environments.session;
  }

  async #lookUpTmux(): Promise<Dependency> {
    const path = await findExecutable('tmux', this.#environment);
    const stats = path === undefined ? undefined : await stat(path).catch(() => undefined);
    if (stats === undefined) return { installed: false };
    const file = [path, stats.ino, stats.mtimeMs, stats.size].join(' ');
    if (this.#tmux?.file !== file) this.#tmux = { file, state: await this.#askTmux() };
    return this.#tmux.state;
  }

  async #askTmux(): Promise<Dependency> {
    const env = this.#environment;
    const result = await runCommand('tmux', ['-V'], { env, timeoutMs: VERSION_TIMEOUT_MS, maxOutputBytes: 1000 });
    const version = result.stdout.trim().replace(/^tmux /, '');
    return { installed: true, version, supported: isSupportedTmux(version) };
  }

  async #lookUpAgent(agent: AgentId): Promise<Record<string, Dependency>> {
    const cli = this.#options.agents.get(agent);
    const program = await findProgram(cli, this.#environment);
    if (program === undefined) return {};
    if (program.kind !== 'found') {
      this.#agents.delete(agent);
      return { [agent]: absentState(program) };
    }
    const identity = await identityOf(program.path);
    const known = this.#agents.get(agent);
    const found = known?.identity === identity ? known : new FoundAgent(cli, program.path, identity);
    this.#agents.set(agent, found);
    const lasts = found.state.signedIn === true ? SIGNED_IN_TTL_MS : SIGNED_OUT_TTL_MS;
    if (found.age >= lasts) void found.ask(this.#environment);
    return { [agent]: found.state };
  }
}
