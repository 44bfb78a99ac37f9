import type { RecordedRun } from '../../contract/recorded-run.js';
import { viewAfter } from './after.js';
import { withChecks, withState } from './of-state.js';
import { EMPTY_VIEW, type View } from './view.js';

/** Views of a run at each of its places: the next one is made from the last one, since most often one goes on. */
export class Playback {
  readonly #run: RecordedRun;
  #place = 0;
  #view = EMPTY_VIEW;

  constructor(run: RecordedRun) {
    this.#run = run;
  }

  /** What was to be seen after so many events. */
  at(place: number): View {
    if (place < this.#place) {
      this.#place = 0;
      this.#view = EMPTY_VIEW;
    }
    const { events, state } = this.#run;
    this.#view = events.slice(this.#place, place).reduce((view, { event }) => viewAfter(view, event), this.#view);
    this.#place = place;
    const isEnd = place >= events.length;
    return withChecks(isEnd ? withState(this.#view, state) : this.#view, state);
  }
}

/** What was to be seen at the end, or so far. */
export function viewOfRun(run: RecordedRun): View {
  return new Playback(run).at(run.events.length);
}
