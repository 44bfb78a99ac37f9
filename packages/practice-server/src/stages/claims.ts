import type { ExerciseId } from '@agent-factory/protocol';
import { markerText } from '@agent-factory/protocol/stages';
import type { SaidMarker } from '../sessions/hooks.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { findWorkspace } from '../store/records/workspaces.js';
import { KeyedQueue } from '../system/keyed-queue.js';
import { type Claim, ClaimBook } from './claim-book.js';

/** Different markers of one exercise that wait at once; each may cost a check. Further ones are passed over. */
const MAX_WAITING = 20;

/** Judges a claim. Rejects if it could not; then it is tried again after the next start. */
type Judge = (claim: Claim, signal: AbortSignal) => Promise<void>;

/** The claims of all exercises: one after the other for each, and the same one only once while it waits. */
export class Claims {
  readonly #host: SessionAccess;
  readonly #judge: Judge;
  readonly #book: ClaimBook;
  readonly #queue = new KeyedQueue();
  readonly #waiting = new Map<ExerciseId, Map<string, Claim>>();
  readonly #resets = new Map<ExerciseId, AbortController>();

  constructor(host: SessionAccess, judge: Judge) {
    this.#host = host;
    this.#judge = judge;
    this.#book = new ClaimBook(host.store);
  }

  /** Goes on with what an earlier daemon left. */
  async resume(): Promise<void> {
    for (const claim of await this.#book.unjudged()) this.#judgeInTurn(claim);
  }

  /** Resolves when it is written down: from then on it is judged, whatever happens. */
  async add(said: SaidMarker): Promise<void> {
    const workspace = await findWorkspace(this.#host.store, said.exerciseId);
    if (workspace === undefined) return;
    const claim = { ...said, workspaceAt: workspace.createdAt };
    if (await this.#book.add(claim)) this.#judgeInTurn(claim);
  }

  /** The exercise is about to be reset: nobody wants to know any more. */
  drop(exerciseId: ExerciseId): void {
    this.#waiting.delete(exerciseId);
    this.#resets.get(exerciseId)?.abort();
    this.#resets.delete(exerciseId);
    this.#book.drop(exerciseId).catch((error) => this.#logFailure(error, exerciseId));
  }

  /** What waits is judged after the next start. */
  async close(): Promise<void> {
    this.#waiting.clear();
    await this.#queue.idle();
  }

  #judgeInTurn(claim: Claim): void {
    const { exerciseId } = claim;
    const waiting = this.#waiting.get(exerciseId) ?? new Map<string, Claim>();
    this.#waiting.set(exerciseId, waiting);
    const marker = markerText(claim.marker);
    const isKept = !waiting.has(marker) && waiting.size < MAX_WAITING;
    if (isKept) waiting.set(marker, claim);
    void this.#queue
      .run(exerciseId, async () => {
        if (isKept && this.#waiting.get(exerciseId)?.get(marker) !== claim) return;
        waiting.delete(marker);
        if (isKept && (await this.#isCurrent(claim))) await this.#judge(claim, this.#signalOf(exerciseId));
        await this.#book.markJudged(claim);
      })
      .catch((error) => this.#logFailure(error, exerciseId));
  }

  async #isCurrent({ exerciseId, workspaceAt }: Claim): Promise<boolean> {
    return (await findWorkspace(this.#host.store, exerciseId))?.createdAt === workspaceAt;
  }

  #signalOf(exerciseId: ExerciseId): AbortSignal {
    const reset = this.#resets.get(exerciseId) ?? new AbortController();
    this.#resets.set(exerciseId, reset);
    return AbortSignal.any([reset.signal, this.#host.closing]);
  }

  #logFailure(error: unknown, exerciseId: ExerciseId): void {
    if (!this.#host.closing.aborted) this.#host.log.error({ err: error, exerciseId }, 'A claim was not judged');
  }
}
