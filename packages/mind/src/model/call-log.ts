import { createHash } from 'node:crypto';
import { type ApiCallMetadata, changeApiCall, logApiCall } from '@agent-factory/coach/store';
import type { MindHost } from '../host.js';
import type { LogEntry, Outcome } from './budget/charge.js';
import type { CallApiOptions } from './call.js';

/** Hex digits by which calls about the same are told (spec FR-088). */
const HASH_LENGTH = 16;

type Asked = Pick<CallApiOptions<unknown>, 'callType' | 'sessionId' | 'projectId' | 'userMessage'>;

/** One try of a call in the log of calls. */
export class LoggedTry implements LogEntry {
  readonly #host: MindHost;
  readonly #asked: Asked;
  readonly #model: string;
  #id: string | undefined;
  #usd = 0;

  /** @param model its full id */
  constructor(host: MindHost, asked: Asked, model: string) {
    this.#host = host;
    this.#asked = asked;
    this.#model = model;
  }

  get usd(): number {
    return this.#usd;
  }

  async begin(usd: number): Promise<void> {
    // An answer is not lost for its row: `end` writes it once more, and says so if that fails as well.
    await this.#write({ failed: true, costBeyond: usd }).catch(() => undefined);
  }

  async end(outcome: Outcome): Promise<void> {
    try {
      await this.#write(outcome);
    } catch (error) {
      this.#host.logFailure(error, 'A call of a model could not be written down');
    }
  }

  async #write(outcome: Outcome): Promise<void> {
    if (this.#id === undefined || !(await changeApiCall(this.#host.store, this.#id, outcome))) {
      const inputHash = createHash('sha256').update(this.#asked.userMessage).digest('hex').slice(0, HASH_LENGTH);
      this.#id = (await this.#insert({ ...outcome, model: this.#model, inputHash })).id;
    }
    this.#usd = outcome.costBeyond + (outcome.failed ? 0 : outcome.costEstimate);
  }

  async #insert(metadata: ApiCallMetadata) {
    const { callType, sessionId, projectId } = this.#asked;
    const log = (id: string | null) => logApiCall(this.#host.store, { sessionId: id, projectId }, callType, metadata);
    // A session may have gone since, with its project begun anew; what was paid stays.
    return log(sessionId).catch((error: unknown) => {
      if (sessionId === null || !/FOREIGN KEY/.test(String(error))) throw error;
      return log(null);
    });
  }
}
