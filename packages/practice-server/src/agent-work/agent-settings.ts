import type { AgentCli } from '@agent-factory/agent-cli';
import type { ExerciseId } from '@agent-factory/protocol';
import { newSecret } from '../access/secrets.js';
import { CoachFiles, type CoachFilesOptions } from './coach-files.js';
import { HookFiles, type HookFilesOptions } from './hook-files.js';

/** A session that is about to begin. */
export interface PreparedSession {
  readonly exerciseId: ExerciseId;
  /** Absolute path of its folder. */
  readonly workspace: string;
  /** Whether its agent is a coach, if it can be one: it has our tools, and none that write. */
  readonly isCoached: boolean;
}

/** A CLI as it is to be started. */
export interface PreparedAgent {
  readonly cli: AgentCli;
  /** Environment variables of its session alone. */
  readonly variables: Readonly<Record<string, string>>;
  /** By which we know it when it talks to us; undefined if it does not. */
  readonly secret: string | undefined;
}

/** What CLIs are told for one session alone: how they tell of themselves, and how they coach. One secret serves both. */
export class AgentSettings {
  readonly #hooks: HookFiles;
  readonly #coach: CoachFiles;

  constructor(options: HookFilesOptions & CoachFilesOptions) {
    this.#hooks = new HookFiles(options);
    this.#coach = new CoachFiles(options);
  }

  async prepare(cli: AgentCli, session: PreparedSession): Promise<PreparedAgent> {
    const secret = newSecret();
    const coached = session.isCoached ? await this.#coach.write(cli, { ...session, secret }) : undefined;
    const hooked = await this.#hooks.write(coached?.cli ?? cli, session.exerciseId, secret);
    const prepared = hooked ?? coached?.cli;
    return {
      cli: prepared ?? cli,
      variables: coached?.environment ?? {},
      secret: prepared === undefined ? undefined : secret,
    };
  }

  /** The session is over. */
  async remove(exerciseId: ExerciseId): Promise<void> {
    await this.#hooks.remove(exerciseId);
    await this.#coach.remove(exerciseId);
  }
}
