import { stat } from 'node:fs/promises';
import { AGENT_CLIS, detectAgent, signedIn } from '@agent-factory/agent-cli';
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
  readonly environment: Record<string, string>;
  /** The agent of this daemon; its absence makes the daemon unhealthy. */
  readonly agent: AgentId;
}

const NEVER = Number.NEGATIVE_INFINITY;

interface KnownAgent {
  readonly path: string;
  state: Dependency;
  /** When it was asked last, by the monotonic clock. */
  askedAt: number;
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
    const { agent, environment } = this.#options;
    const state = AGENT_CLIS[agent].command === undefined ? {} : { [agent]: await askAgent(agent, environment) };
    return { tmux: await this.#lookUpTmux(), ...state };
  }

  /** Throws `dependency_missing` unless a session with this agent can start. */
  async require(agent: AgentId): Promise<void> {
    const state = { tmux: await this.#lookUpTmux(), ...(await this.#lookUpAgent(agent)) };
    const step = nextStep(state);
    if (step !== undefined) throw missing(step);
  }

  /** Whether the agent says it is signed in; undefined while nobody knows. */
  isSignedIn(agent: AgentId): boolean | undefined {
    return this.#agents.get(agent)?.state.signedIn;
  }

  /** Asks the agent now; undefined if it cannot tell. */
  askSignedIn(agent: AgentId): Promise<boolean | undefined> {
    return signedIn(agent, { env: this.#options.environment });
  }

  async #lookUpTmux(): Promise<Dependency> {
    const path = await findExecutable('tmux', this.#options.environment);
    const stats = path === undefined ? undefined : await stat(path).catch(() => undefined);
    if (stats === undefined) return { installed: false };
    const file = [path, stats.ino, stats.mtimeMs, stats.size].join(' ');
    if (this.#tmux?.file !== file) this.#tmux = { file, state: await this.#askTmux() };
    return this.#tmux.state;
  }

  async #askTmux(): Promise<Dependency> {
    const { environment: env } = this.#options;
    const result = await runCommand('tmux', ['-V'], { env, timeoutMs: VERSION_TIMEOUT_MS, maxOutputBytes: 1000 });
    const version = result.stdout.trim().replace(/^tmux /, '');
    return { installed: true, version, supported: isSupportedTmux(version) };
  }

  async #lookUpAgent(agent: AgentId): Promise<Record<string, Dependency>> {
    const { command } = AGENT_CLIS[agent];
    if (command === undefined) return {};
    const path = await findExecutable(command, this.#options.environment);
    if (path === undefined) {
      this.#agents.delete(agent);
      return { [agent]: { installed: false } };
    }
    const known = this.#agents.get(agent);
    if (known?.path !== path) this.#agents.set(agent, { path, state: { installed: true }, askedAt: NEVER });
    this.#askInBackground(agent);
    return { [agent]: this.#agents.get(agent)?.state ?? { installed: true } };
  }

  #askInBackground(agent: AgentId): void {
    const known = this.#agents.get(agent);
    if (known === undefined) return;
    const age = performance.now() - known.askedAt;
    if (age < (known.state.signedIn === true ? SIGNED_IN_TTL_MS : SIGNED_OUT_TTL_MS)) return;
    known.askedAt = performance.now();
    void askAgent(agent, this.#options.environment).then((state) => {
      known.state = state;
    });
  }
}

async function askAgent(agent: AgentId, env: Record<string, string>): Promise<Dependency> {
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
export function nextStep(dependencies: Record<string, Dependency>): SetupStep | undefined {
  for (const [name, { installed, supported, version }] of Object.entries(dependencies)) {
    if (!installed) return missingStep(name);
    if (supported === false) return tooOldStep(name, version);
  }
  return undefined;
}

function missingStep(name: string): SetupStep {
  const agent = Object.values(AGENT_CLIS).find((cli) => cli.id === name);
  const title = agent?.name ?? name;
  const commands = agent === undefined ? systemInstallCommands(name) : [...agent.install];
  const how =
    commands.length > 0 ? 'Install it with the command below.' : 'Install it with the package manager of your system.';
  return {
    dependency: name,
    reason: `${name}_not_found`,
    title: `Install ${title}`,
    message: `${title} is required and was not found on this machine. ${how}`,
    commands,
  };
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
