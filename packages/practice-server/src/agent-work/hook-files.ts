import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentCli, withHooks } from '@agent-factory/agent-cli';
import { type ExerciseId, sessionIdOf } from '@agent-factory/protocol';
import { HOOKS_PATH } from '@agent-factory/protocol/events';
import { newSecret } from '../access/secrets.js';
import { writeFileAtomic } from '../system/atomic-file.js';

export interface HookFilesOptions {
  readonly folder: string;
  /** The port we listen on. */
  readonly port: () => number;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** A session that is about to begin. */
export interface PreparedSession {
  readonly exerciseId: ExerciseId;
  /** Absolute path of its folder. */
  readonly workspace: string;
  /** Whether its agent is a coach: it has our tools, and none that write. */
  readonly isCoached: boolean;
}

/** A CLI as it is to be started. */
export interface PreparedAgent {
  readonly cli: AgentCli;
  /** Environment variables of its session alone. */
  readonly variables: Readonly<Record<string, string>>;
}

/** With the secret by which we know it; undefined if it is told nothing. */
interface Hooked extends PreparedAgent {
  readonly secret: string | undefined;
}

/**
 * The settings with which CLIs tell what they do: a file for each session, of ours, with a secret of its own. The
 * student's own settings stay as they are, and arguments, which others can see, hold no secret.
 */
export class HookFiles {
  readonly #options: HookFilesOptions;

  constructor(options: HookFilesOptions) {
    this.#options = options;
  }

  /** For a session that is about to start. Where the file cannot be written, the CLI starts without. */
  async write(cli: AgentCli, { exerciseId }: PreparedSession): Promise<Hooked> {
    if (cli.hooks === undefined) return { cli, variables: {}, secret: undefined };
    const secret = newSecret();
    const url = `http://127.0.0.1:${this.#options.port()}${HOOKS_PATH}${sessionIdOf(exerciseId)}`;
    const path = this.#pathOf(exerciseId);
    try {
      await writeFileAtomic(path, cli.hooks.settings({ url, secret }));
    } catch (error) {
      this.#options.onFailure(error, 'The settings of an agent could not be written');
      return { cli, variables: {}, secret: undefined };
    }
    return { cli: withHooks(cli, path), variables: {}, secret };
  }

  async remove(exerciseId: ExerciseId): Promise<void> {
    await rm(this.#pathOf(exerciseId), { force: true });
  }

  #pathOf(exerciseId: ExerciseId): string {
    return join(this.#options.folder, `${exerciseId}.json`);
  }
}
