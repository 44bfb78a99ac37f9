import type { AgentCli } from '@agent-factory/agent-cli';
import type { ProjectId } from '@agent-factory/protocol/coach';
import { childEnvironment } from '@agent-factory/subprocess';

/** The variable by which agents take a key. */
export const KEY_VARIABLE = 'ANTHROPIC_API_KEY';

/** The keys that the command line has brought, each for one project alone. They are in memory, and written nowhere. */
export class ProjectKeys {
  readonly #keys = new Map<ProjectId, string>();

  /** The sessions of the project that start from now on have this key. */
  keep(projectId: ProjectId, key: string): void {
    this.#keys.set(projectId, key);
  }

  /** Undefined for a project without a key of its own. */
  of(projectId: ProjectId): string | undefined {
    return this.#keys.get(projectId);
  }

  /** Environment variables for a session of this project; none without a key of its own. */
  variablesOf(projectId: ProjectId): Record<string, string> {
    const key = this.of(projectId);
    return key === undefined ? {} : { [KEY_VARIABLE]: key };
  }

  /** Whether the project has a key that this agent takes, so that it needs no signing in. */
  signsIn(projectId: ProjectId, { environment }: Pick<AgentCli, 'environment'>): boolean {
    return KEY_VARIABLE in childEnvironment(this.variablesOf(projectId), environment);
  }
}
