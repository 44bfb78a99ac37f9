import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentCli, withHooks } from '@agent-factory/agent-cli';
import { type ExerciseId, sessionIdOf } from '@agent-factory/protocol';
import { HOOKS_PATH } from '@agent-factory/protocol/events';
import { writeFileAtomic } from '../system/files/atomic-file.js';

export interface HookFilesOptions {
  readonly folder: string;
  /** The port we listen on. */
  readonly port: () => number;
  readonly onFailure: (error: unknown, what: string) => void;
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

  /** The CLI with its hooks, for a session that is about to start; undefined where it has none, or its file cannot be written. */
  async write(cli: AgentCli, exerciseId: ExerciseId, secret: string): Promise<AgentCli | undefined> {
    if (cli.hooks === undefined) return undefined;
    const url = `http://127.0.0.1:${this.#options.port()}${HOOKS_PATH}${sessionIdOf(exerciseId)}`;
    const path = this.#pathOf(exerciseId);
    try {
      await writeFileAtomic(path, cli.hooks.settings({ url, secret }));
    } catch (error) {
      this.#options.onFailure(error, 'The settings of an agent could not be written');
      return undefined;
    }
    return withHooks(cli, path);
  }

  async remove(exerciseId: ExerciseId): Promise<void> {
    await rm(this.#pathOf(exerciseId), { force: true });
  }

  #pathOf(exerciseId: ExerciseId): string {
    return join(this.#options.folder, `${exerciseId}.json`);
  }
}
