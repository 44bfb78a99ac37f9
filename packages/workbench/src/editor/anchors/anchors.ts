import {
  type EditorState,
  StateEffect,
  type StateEffectType,
  StateField,
  type Text,
  type Transaction,
} from '@codemirror/state';
import { nearestLine } from '../text/positions.js';
import { type LineSpan, mapSpan } from './map-anchor.js';

/** Lines as whoever put something there counted them, from 1. */
interface GivenLines {
  readonly from: number;
  readonly to: number;
}

interface Anchored<T> extends LineSpan {
  readonly item: T;
}

/** `gone` are the things whose lines were deleted: they are not put somewhere else when the list is given again. */
interface Held<T> {
  readonly placed: readonly Anchored<T>[];
  readonly gone: readonly T[];
}

/** Things at lines that move with the text. */
export interface Anchors<T> {
  readonly field: StateField<Held<T>>;
  /**
   * All things there are from now on. One that is already there, by its id and the lines it was given, stays where the
   * edits since have moved it.
   */
  readonly set: StateEffectType<readonly T[]>;
  readonly in: (state: EditorState) => readonly Anchored<T>[];
  /** Those on the line that starts at an offset. */
  readonly onLine: (state: EditorState, lineStart: number) => readonly Anchored<T>[];
}

export function defineAnchors<T extends { readonly id: string }>(linesOf: (item: T) => GivenLines): Anchors<T> {
  const set = StateEffect.define<readonly T[]>();
  const field = StateField.define<Held<T>>({
    create: () => ({ placed: [], gone: [] }),
    update(held, transaction) {
      const moved = transaction.docChanged ? mapped(held, transaction) : held;
      const effect = transaction.effects.findLast((one) => one.is(set));
      return effect === undefined ? moved : reconciled(moved, effect.value, { linesOf, doc: transaction.newDoc });
    },
  });
  const placedIn = (state: EditorState) => state.field(field).placed;
  const onLine = (state: EditorState, lineStart: number) =>
    placedIn(state).filter(({ from, to }) => from <= lineStart && lineStart <= to);
  return { field, set, in: placedIn, onLine };
}

function mapped<T>({ placed, gone }: Held<T>, { changes, newDoc }: Transaction): Held<T> {
  if (placed.length === 0) return { placed, gone };
  const spans = placed.map((anchor) => ({ anchor, span: mapSpan(anchor, changes, newDoc) }));
  return {
    placed: spans.flatMap(({ anchor, span }) => (span === undefined ? [] : [{ ...span, item: anchor.item }])),
    gone: [...gone, ...spans.filter(({ span }) => span === undefined).map(({ anchor }) => anchor.item)],
  };
}

interface Placing<T> {
  readonly linesOf: (item: T) => GivenLines;
  readonly doc: Text;
}

function reconciled<T extends { readonly id: string }>(
  held: Held<T>,
  items: readonly T[],
  placing: Placing<T>,
): Held<T> {
  const isSame = (item: T) => (other: T) =>
    other.id === item.id && sameLines(placing.linesOf(item), placing.linesOf(other));
  const isGone = (item: T) => held.gone.some(isSame(item));
  const place = (item: T): Anchored<T> => {
    const before = held.placed.find((anchor) => isSame(item)(anchor.item));
    return { ...(before ?? spanOf(placing.doc, placing.linesOf(item))), item };
  };
  return { placed: items.filter((item) => !isGone(item)).map(place), gone: items.filter(isGone) };
}

function sameLines(one: GivenLines, other: GivenLines): boolean {
  return one.from === other.from && one.to === other.to;
}

function spanOf(doc: Text, { from, to }: GivenLines): LineSpan {
  const first = nearestLine(doc, Math.min(from, to));
  return { from: doc.line(first).from, to: doc.line(nearestLine(doc, Math.max(from, to))).to };
}
