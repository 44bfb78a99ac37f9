import { stat } from 'node:fs/promises';
import { type AgentCli, type AgentList, detectAgent, signedIn } from '@agent-factory/agent-cli';
import { type AgentId, type Dependency, PracticeError, type SetupStep } from '@agent-factory/protocol';
import { findExecutable, runCommand } from '@agent-factory/subprocess';
import { isSupportedTmux, OLDEST_TMUX } from '../tmux/config/versions.js';
import { systemInstallCommands } from './install-commands.js';

const VERSION_TIMEOUT_MS = 5000;
/** Programs are looked up again after this, so that a student who installs something sees it at once. */
const PRESENCE_TTL_MS = 1000;
/** Two polls of a page that waits for an installation; if the last look-up is older, nobody was asking. */
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

interface KnownAgent {
  readonly path: string;
  state: Dependency;
  /** When it was asked last, by the monotonic clock. */
  askedAt: number;
  /** Settles when it has answered for the first time. */
  asking: Promise<void> | undefined;
}

/** What is known of the programs that sessions need: looked up cheaply, versions and sign-in in the background. */
export class Dependencies {
  readonly #options: DependencyOptions;
  readonly #agents = new Map<AgentId, KnownAgent>();
  /** `file` tells this tmux from any other at the same path, as after an update. */
  #tmux: { file: string; state: Dependency } | undefined;
  #known: Record<string, Dependency> = {};
  #lookedUpAt = NEVER;
  #lookingUp: Promise<void> | undefined;

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

  #lookUp(): Promise<void> {
    this.#lookingUp ??= this.#lookUpAll().finally(() => {
      this.#lookingUp = undefined;
    });
    return this.#lookingUp;
  }

  async #lookUpAll(): Promise<void> {
    this.#known = { tmux: await this.#lookUpTmux(), ...(await this.#lookUpAgent(this.#options.agent)) };
    this.#lookedUpAt = performance.now();
  }

  /** The same, with everything known, however long that takes. */
  async complete(): Promise<Record<string, Dependency>> {
    const cli = this.#options.agents.get(this.#options.agent);
    const state = cli.command === undefined ? {} : { [cli.id]: await askAgent(cli, this.#environment) };
    return { tmux: await this.#lookUpTmux(), ...state };
  }

  /** Throws `dependency_missing` unless a session with this agent can start. */
  async require(agent: AgentId): Promise<void> {
    const state = { tmux: await this.#lookUpTmux(), ...(await this.#lookUpAgent(agent)) };
    const step = nextStep(state, this.#options.agents);
    if (step !== undefined) throw missing(step);
  }

  /** Throws `dependency_missing` unless this agent is there. */
  async requireAgent(agent: AgentId): Promise<void> {
    const step = nextStep(await this.#lookUpAgent(agent), this.#options.agents);
    if (step !== undefined) throw missing(step);
  }

  /** The state of one agent, waiting for its answers if it has never been asked. */
  async stateOf(agent: AgentId): Promise<Dependency> {
    await this.#lookUpAgent(agent);
    await this.#agents.get(agent)?.asking;
    const known = this.#agents.get(agent)?.state;
    return known ?? { installed: this.#options.agents.get(agent).command === undefined };
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
    if (cli.command === undefined) return {};
    const path = await findExecutable(cli.command, this.#environment);
    if (path === undefined) {
      this.#agents.delete(agent);
      return { [agent]: { installed: false } };
    }
    const known = this.#agents.get(agent);
    if (known?.path !== path)
      this.#agents.set(agent, { path, state: { installed: true }, askedAt: NEVER, asking: undefined });
    this.#askInBackground(cli);
    return { [agent]: this.#agents.get(agent)?.state ?? { installed: true } };
  }

  #askInBackground(cli: AgentCli): void {
    const known = this.#agents.get(cli.id);
    if (known === undefined) return;
    const age = performance.now() - known.askedAt;
    if (age < (known.state.signedIn === true ? SIGNED_IN_TTL_MS : SIGNED_OUT_TTL_MS)) return;
    known.askedAt = performance.now();
    const asking = askAgent(cli, this.#environment).then((state) => {
      known.state = state;
    });
    known.asking ??= asking;
  }
}

async function askAgent(agent: AgentCli, env: Record<string, string>): Promise<Dependency> {
  const [{ installed, version }, isSignedIn] = await Promise.all([
    detectAgent(agent, { env }),
    signedIn(agent, { env }),
  ]);
  return {
    installed,
    ...(version !== undefined && { version }),
    ...(isSignedIn !== undefined && { signedIn: isSignedIn }),
  };
}

/** The first thing that keeps sessions from starting, in the order in which to fix them. */
export function nextStep(dependencies: Record<string, Dependency>, agents: AgentList): SetupStep | undefined {
  for (const [name, { installed, supported, version }] of Object.entries(dependencies)) {
    if (!installed) return missingStep(name, agents);
    if (supported === false) return tooOldStep(name, version);
  }
  return undefined;
}

/** What to do about an agent that is not there. */
export function missingAgent(agent: AgentCli, agents: AgentList): SetupStep {
  const step = missingStep(agent.id, agents);
  const how = step.commands.length > 0 ? 'The command below installs it.' : howToInstall(agent);
  return { ...step, message: `${agent.name} was not found on this machine. ${how}` };
}

function missingStep(name: string, agents?: AgentList): SetupStep {
  const agent = agents?.find(name);
  const title = agent?.name ?? name;
  const commands = agent === undefined ? systemInstallCommands(name) : [...agent.install];
  const how = commands.length > 0 ? 'Install it with the command below.' : howToInstall(agent);
  return {
    dependency: name,
    reason: `${name}_not_found`,
    title: `Install ${title}`,
    message: `${title} is required and was not found on this machine. ${how}`,
    commands,
  };
}

function howToInstall(agent: AgentCli | undefined): string {
  if (agent === undefined) return 'Install it with the package manager of your system.';
  return `Install it, or correct its command in ~/.af-practice/agents.json ("${agent.command}").`;
}

function tooOldStep(name: string, version = 'unknown'): SetupStep {
  return {
    dependency: name,
    reason: `${name}_too_old`,
    title: `Update ${name}`,
    message: `${name} ${version} is too old; ${OLDEST_TMUX.join('.')} or newer is required.`,
    commands: systemInstallCommands(name),
  };
}

function missing(step: SetupStep): PracticeError {
  const { dependency, commands, title } = step;
  return new PracticeError('dependency_missing', step.message, {
    missing: dependency,
    reason: step.reason,
    title,
    commands,
  });
}

/** The error for a program that an exercise needs and that is not installed. */
export function missingPrerequisite(program: string): PracticeError {
  return missing(missingStep(program));
}
