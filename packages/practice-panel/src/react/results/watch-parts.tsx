import type { Aids } from '../../client/journey/aids.js';
import type { JourneyState } from '../../client/journey/state.js';
import type { WatchState } from '../../client/journey/work-watch-state.js';
import { checkSummary } from './check-words.js';
import type { ResultsParts } from './Results.js';

const NO_CHECK = { status: 'none' } as const;

/** Whether the student sees a check on save, or the reason why there are no more. */
export function isWatchShown({ shownCheck, watch }: Pick<JourneyState, 'shownCheck' | 'watch'>): boolean {
  return shownCheck === 'watch' && (watch.status === 'on' || watch.error !== undefined);
}

/** One line that says how check on save stands. */
export function watchSummary(watch: WatchState): string {
  if (watch.status === 'off') return 'Checking on save has stopped';
  if (watch.link === 'reconnecting') return 'The practice server went away. Checking on save goes on when it is back…';
  return watch.check.status === 'none' ? 'Starting to watch your files…' : checkSummary(watch.check);
}

/** What the results show of checks on save: always including that they are unofficial. */
export function watchParts(watch: WatchState, aids: Aids): ResultsParts {
  const isOn = watch.status === 'on';
  return {
    check: isOn ? watch.check : NO_CHECK,
    label: 'Check on save',
    summary: watchSummary(watch),
    closeLabel: isOn ? 'Stop checking on save' : 'Close the results',
    onClose: () => aids.watch.stop(),
    badge: isOn && <span className="practice-unofficial">Unofficial, not counted</span>,
    note: <p className="practice-watch-note">{noteOf(watch)}</p>,
  };
}

function noteOf(watch: WatchState): string {
  if (watch.status === 'off') return watch.error?.message ?? '';
  const isComplete = watch.check.status === 'done' && watch.check.result.complete;
  const cause = causeOf(watch.changed);
  return isComplete ? `${cause} Everything passes: press Check My Work to make it count.` : cause;
}

function causeOf([first, ...others]: readonly string[]): string {
  if (first === undefined) return 'Your files as they are now. Each time you save one, they are checked again.';
  if (others.length === 0) return `After ${first} was saved.`;
  return `After ${first} and ${others.length === 1 ? 'another file' : `${others.length} other files`} were saved.`;
}
