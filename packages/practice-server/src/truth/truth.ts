import type { CoachHost } from '@agent-factory/coach';
import type { ExerciseId } from '@agent-factory/protocol';
import type { NewEvent } from '@agent-factory/protocol/events';
import type { SessionHooks } from '../sessions/hooks.js';
import type { SessionAccess } from '../sessions/session-access.js';
import { exerciseOf } from './exercise-of.js';
import { forgetPassed, notePassed } from './independence.js';
import { LatestChecks } from './latest-checks.js';
import { forgetLeaks } from './leaks/leak-book.js';
import { LeakWatch, type LeakWatchOptions } from './leaks/leak-watch.js';

/**
 * What is so, and not what somebody says: how the student stands by checks and hints, whether their tutor tells the
 * solution, and with what help they have passed.
 */
export class Truth {
  readonly exerciseOf: CoachHost['exerciseOf'];
  readonly leakIn: CoachHost['leakIn'];
  readonly hooks: SessionHooks;
  readonly #host: SessionAccess;
  readonly #leaks: LeakWatch;
  readonly #checks: LatestChecks;
  readonly #stopListening: () => void;
  #forgetting: Promise<void> = Promise.resolve();

  constructor(host: SessionAccess, options: LeakWatchOptions) {
    this.#host = host;
    const leaks = new LeakWatch(host, options);
    this.#leaks = leaks;
    this.#checks = new LatestChecks(host);
    this.exerciseOf = (projectId) => exerciseOf(host, this.#checks, projectId);
    this.leakIn = (projectId, shown) => leaks.leakIn(projectId, shown);
    this.hooks = {
      onSaid: (said) => leaks.handleSaid(said),
      onInput: (exerciseId, bytes) => leaks.handleInput(exerciseId, bytes),
      onJudged: (judged) => notePassed(host, judged),
      onReset: (exerciseId) => leaks.forget(exerciseId),
    };
    this.#stopListening = host.events.on((event) => this.#handleEvent(event));
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#leaks.close();
    await this.#forgetting;
  }

  #handleEvent(event: NewEvent): void {
    this.#checks.handleEvent(event);
    if (event.type === 'progress_changed' && event.data.reason === 'reset') this.#forget(event.exerciseId);
  }

  /** The student has reset what is known of their progress, of one exercise or of all. */
  #forget(exerciseId: ExerciseId | undefined): void {
    const { log, store } = this.#host;
    const forgotten = [forgetPassed(store, exerciseId), forgetLeaks(store, exerciseId)];
    this.#forgetting = Promise.all([this.#forgetting, ...forgotten]).then(
      () => undefined,
      (error) => log.error({ err: error }, 'With what help criteria were passed could not be forgotten'),
    );
  }
}
