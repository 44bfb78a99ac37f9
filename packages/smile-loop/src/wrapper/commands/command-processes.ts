import { randomUUID } from 'node:crypto';
import { endProcessesWith, processIds } from '@agent-factory/subprocess';

/** In the environment of an agent and all that it starts: with an id, it tells whose a process is. */
const MARK = 'SMILE_RUN';

/** The processes that commands of an agent have started, and not the agent's own. */
export class CommandProcesses {
  readonly #id = randomUUID();
  #before: ReadonlySet<string> = new Set();

  /** What the agent has to have in its environment. */
  get environment(): Readonly<Record<string, string>> {
    return { [MARK]: this.#id };
  }

  /** What runs now is not the next command's: the agent itself, and what earlier commands have left in the background. */
  mark(): void {
    this.#before = new Set(processIds());
  }

  /** Ends what was started since, also what has left its process group: politely, then by force. It never rejects. */
  async end(): Promise<void> {
    await endProcessesWith(`${MARK}=${this.#id}`, this.#before);
  }
}
