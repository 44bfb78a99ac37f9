import { join } from 'node:path';
import {
  type AgentCli,
  type CoachedCli,
  coachedCli,
  findProgram,
  removeCoaching,
  writeCoaching,
} from '@agent-factory/agent-cli';
import type { ExerciseId } from '@agent-factory/protocol';
import { MCP_PATH } from '@agent-factory/protocol/coach';

export interface CoachFilesOptions {
  readonly folder: string;
  /** The port we listen on. */
  readonly port: () => number;
  /** The environment of sessions, as of now. */
  readonly env: () => Record<string, string>;
}

/** A session whose agent is to be a coach. */
export interface CoachedSession {
  readonly exerciseId: ExerciseId;
  /** Absolute path of its folder. */
  readonly workspace: string;
  readonly secret: string;
}

/** What makes the agents of sessions coaches: a folder for each, of ours, which goes with its session. */
export class CoachFiles {
  readonly #options: CoachFilesOptions;

  constructor(options: CoachFilesOptions) {
    this.#options = options;
  }

  /**
   * The CLI as a coach; undefined if it cannot be one. Rejects if that cannot be made sure, with `agent_failed` or the
   * error of the system: an agent that could write would be no coach.
   */
  async write(cli: AgentCli, { exerciseId, workspace, secret }: CoachedSession): Promise<CoachedCli | undefined> {
    const { port, env } = this.#options;
    const program = await findProgram(cli, env());
    if (program?.kind !== 'found') return undefined;
    const folder = this.#pathOf(exerciseId);
    const server = { url: `http://127.0.0.1:${port()}${MCP_PATH}`, secret };
    const coached = await coachedCli(cli, { server, folder, workspace, program: program.path, env: env() });
    if (coached !== undefined) await writeCoaching(folder, coached);
    return coached;
  }

  async remove(exerciseId: ExerciseId): Promise<void> {
    await removeCoaching(this.#pathOf(exerciseId));
  }

  #pathOf(exerciseId: ExerciseId): string {
    return join(this.#options.folder, `${exerciseId}.coach`);
  }
}
