import type { ExerciseOutline } from '@agent-factory/protocol';
import type { HintResponse } from '@agent-factory/protocol/hints';
import { textFact } from '../server/facts.js';
import type { ClientError } from '../server/outcome.js';

/** The hints for one criterion, as far as they are known. */
export interface Ladder {
  /** How many rungs it has. */
  readonly total: number;
  /** The rungs shown so far, the newest last. */
  readonly shown: readonly string[];
  /** When the next rung opens by itself, in milliseconds since 1970; undefined if the student may ask for it now. */
  readonly nextAt?: number | undefined;
  /** The next rung was requested and has not arrived. */
  readonly asking: boolean;
  /** Why the last request failed, unless it was only too early. */
  readonly problem?: string | undefined;
}

/** By criterion. A map, since a criterion may have any name. */
export type Ladders = ReadonlyMap<string, Ladder>;

export type HintAction =
  | { readonly type: 'hint_asked'; readonly criterion: string }
  | { readonly type: 'hint_shown'; readonly hint: HintResponse }
  | { readonly type: 'hint_refused'; readonly criterion: string; readonly error: ClientError };

/** Another page has shown a rung. `nextAt` as in `Ladder`. */
export interface HintTold {
  readonly type: 'hint_told';
  readonly criterion: string;
  /** Counts from 1. */
  readonly rung: number;
  readonly hint: string;
  readonly total: number;
  readonly nextAt: number | undefined;
}

/** The ladders of an exercise that was just opened. What was shown on this page before stays shown. */
export function laddersOf(outline: ExerciseOutline, before: Ladders): Ladders {
  const revealed = new Map(Object.entries(outline.revealed));
  return new Map(
    Object.entries(outline.hints).map(([criterion, total]) => {
      const known = before.get(criterion);
      const shown = longer(revealed.get(criterion) ?? [], known?.shown ?? []);
      return [criterion, { total, shown, nextAt: known?.nextAt, asking: false }];
    }),
  );
}

export function reduceHints(ladders: Ladders, action: HintAction | HintTold): Ladders {
  switch (action.type) {
    case 'hint_asked':
      return changed(ladders, action.criterion, (ladder) => ({ ...ladder, asking: true, problem: undefined }));
    case 'hint_shown': {
      const { criterion, hints, total, nextAt } = action.hint;
      return changed(ladders, criterion, () => ({
        total,
        shown: hints,
        nextAt: nextAt === undefined ? undefined : Date.parse(nextAt),
        asking: false,
      }));
    }
    case 'hint_told':
      return changed(ladders, action.criterion, (ladder) => toldRung(ladder, action));
    case 'hint_refused':
      return changed(ladders, action.criterion, (ladder) => ({ ...ladder, asking: false, ...refusal(action.error) }));
  }
}

/** The next rung; any other is known already, or comes with the others when the exercise is opened anew. */
function toldRung(ladder: Ladder, { rung, hint, total, nextAt }: HintTold): Ladder {
  if (rung !== ladder.shown.length + 1) return ladder;
  return { ...ladder, total, shown: [...ladder.shown, hint], nextAt, problem: undefined };
}

/** An official check that judged the work opens every ladder's next rung. */
export function opened(ladders: Ladders): Ladders {
  return new Map([...ladders].map(([criterion, ladder]) => [criterion, { ...ladder, nextAt: undefined }]));
}

function refusal(error: ClientError): Partial<Ladder> {
  const availableAt = error.error === 'hint_locked' ? Date.parse(textFact(error, 'availableAt') ?? '') : Number.NaN;
  return Number.isNaN(availableAt) ? { problem: error.message } : { nextAt: availableAt };
}

function changed(ladders: Ladders, criterion: string, change: (ladder: Ladder) => Ladder): Ladders {
  const ladder = ladders.get(criterion);
  return ladder === undefined ? ladders : new Map([...ladders, [criterion, change(ladder)]]);
}

function longer(a: readonly string[], b: readonly string[]): readonly string[] {
  return b.length > a.length ? b : a;
}
