import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, GutterMarker, gutter } from '@codemirror/view';
import { balloons } from '../balloons/balloons.js';
import { failures } from '../failures/failures.js';
import { knownStyle, MARK_SIGNS, MARK_STYLES } from '../marks/mark-styles.js';
import { describeMark, marks } from '../marks/marks.js';
import { type Sign, signElement } from '../marks/sign.js';

/** A failed check goes before a mark, a pressing mark before others, and the label tells of all of them. */
class SignMarker extends GutterMarker {
  readonly #sign: Sign;

  constructor(sign: Sign) {
    super();
    this.#sign = sign;
  }

  override eq(other: SignMarker): boolean {
    return other.#sign.style === this.#sign.style && other.#sign.label === this.#sign.label;
  }

  override toDOM({ dom: { ownerDocument } }: EditorView): HTMLElement {
    return signElement(ownerDocument, this.#sign);
  }
}

const SPACER = new SignMarker({ style: 'hint', label: '' });
const FIELDS = [marks.field, failures.field, balloons.field];

export const signs: Extension = gutter({
  class: 'wb-signs',
  lineMarker: ({ state }, { from }) => {
    const sign = signOf(state, from);
    return sign === undefined ? null : new SignMarker(sign);
  },
  lineMarkerChange: ({ startState, state }) =>
    FIELDS.some((field) => startState.field<unknown>(field) !== state.field<unknown>(field)),
  initialSpacer: () => SPACER,
});

/** The sign at the line that starts at an offset. */
export function signOf(state: EditorState, lineStart: number): Sign | undefined {
  const all = signsOf(state, lineStart);
  return all[0] && { style: all[0].style, label: all.map(({ label }) => label).join('\n') };
}

function signsOf(state: EditorState, lineStart: number): Sign[] {
  return [
    ...failures.onLine(state, lineStart).map(({ item }) => sign('failure', `Failed check: ${item.message}`)),
    ...marks
      .onLine(state, lineStart)
      .map(({ item }) => sign(knownStyle(item.style), describeMark(state, item)))
      .sort((one, other) => pressing(other) - pressing(one)),
    ...balloons.onLine(state, lineStart).map(({ item }) => {
      return sign('balloon', `${MARK_SIGNS[knownStyle(item.kind)].name}: ${item.message}`);
    }),
  ];
}

function pressing({ style }: Sign): number {
  return (MARK_STYLES as readonly string[]).indexOf(style);
}

function sign(style: Sign['style'], label: string): Sign {
  return { style, label };
}
