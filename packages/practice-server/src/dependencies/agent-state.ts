import { stat } from 'node:fs/promises';
import {
  type AgentCli,
  type AgentProgram,
  findProgram,
  signedIn,
  type VersionAnswer,
  versionOf,
} from '@agent-factory/agent-cli';
import type { Dependency } from '@agent-factory/protocol';
import { tooOldAgent } from './steps.js';

type Environment = Record<string, string>;

/** Everything about an agent, however long its answers take. */
export async function askAgent(cli: AgentCli, env: Environment): Promise<Dependency> {
  const program = await findProgram(cli, env);
  if (program === undefined) return { installed: true };
  return program.kind === 'found' ? new FoundAgent(cli, program.path, '').ask(env) : absentState(program);
}

/** The state of an agent whose program cannot be started. */
export function absentState(program: Exclude<AgentProgram, { kind: 'found' }>): Dependency {
  if (program.kind === 'missing') return { installed: false };
  return { installed: false, blocked: program.kind, path: program.path };
}

/** What tells this program from any other at the same path, as after an update. */
export async function identityOf(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  return [path, stats?.ino, stats?.mtimeMs, stats?.size].join(' ');
}

/** An agent's program, and what it has told of itself. */
export class FoundAgent {
  readonly identity: string;
  readonly #cli: AgentCli;
  readonly #path: string;
  #version: string | undefined;
  #failure: VersionAnswer['failure'];
  #signedIn: boolean | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #asking: Promise<Dependency> | undefined;
  #versions: { readonly first: Promise<void>; latest: Promise<void> } | undefined;
  #first: Promise<Dependency> | undefined;

  constructor(cli: AgentCli, path: string, identity: string) {
    this.#cli = cli;
    this.#path = path;
    this.identity = identity;
  }

  get state(): Dependency {
    const version = this.#version;
    if (this.cannotStart) return { installed: false, blocked: 'cannot_start', path: this.#path };
    return {
      installed: true,
      ...(version !== undefined && { version }),
      ...(tooOldAgent(this.#cli, 'terminal', version) && { supported: false }),
      ...(this.#signedIn !== undefined && { signedIn: this.#signedIn }),
    };
  }

  /** Whether its file is there, but could not be started when it was asked last. */
  get cannotStart(): boolean {
    return this.#failure !== undefined;
  }

  /** How long ago it was asked last, in milliseconds. */
  get age(): number {
    return performance.now() - this.#askedAt;
  }

  /** Asks it now. A question that is still open is not asked twice. */
  ask(env: Environment): Promise<Dependency> {
    this.#asking ??= this.#ask(env).finally(() => {
      this.#asking = undefined;
    });
    this.#first ??= this.#asking;
    return this.#asking;
  }

  /** Settles when it has answered everything for the first time. */
  get answered(): Promise<Dependency> | undefined {
    return this.#first;
  }

  /** Settles when it has told its version for the first time: how it is signed in may take longer. */
  get versionTold(): Promise<void> | undefined {
    return this.#versions?.first;
  }

  /** Asks it once more, and waits only for the version. */
  async askVersion(env: Environment): Promise<void> {
    void this.ask(env);
    await this.#versions?.latest;
  }

  async #ask(env: Environment): Promise<Dependency> {
    this.#askedAt = performance.now();
    const latest = this.#askVersion(env);
    this.#versions = { first: this.#versions?.first ?? latest, latest };
    await latest;
    if (!this.cannotStart) this.#signedIn = await signedIn(this.#cli, { env, version: this.#version });
    return this.state;
  }

  /** The same file has the version that it had, also where it does not answer in time. */
  async #askVersion(env: Environment): Promise<void> {
    const { version, failure } = await versionOf(this.#cli, this.#path, { env });
    this.#version = version ?? this.#version;
    this.#failure = failure;
  }
}
