import { invertedEffects } from '@codemirror/commands';
import { type EditorState, type Extension, StateEffect, StateField, Text } from '@codemirror/state';

/** What ends the lines of a text. A text that mixes them is cut at `\n`, and keeps each `\r` as a character. */
export type LineBreak = '\n' | '\r\n' | '\r';

/** A text as the editor holds it: joined by its line break, it is the very text that was read. */
export interface ReadText {
  readonly doc: Text;
  readonly lineBreak: LineBreak;
}

export function readText(text: string): ReadText {
  const lineBreak = lineBreakOf(text);
  return { doc: Text.of(text.split(lineBreak)), lineBreak };
}

function lineBreakOf(text: string): LineBreak {
  if (!text.includes('\r')) return '\n';
  const pairs = count(text, '\r\n');
  const feeds = count(text, '\n');
  const returns = count(text, '\r');
  if (feeds === 0) return '\r';
  return pairs === feeds && pairs === returns ? '\r\n' : '\n';
}

function count(text: string, piece: string): number {
  let found = 0;
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + piece.length)) found += 1;
  return found;
}

export const setLineBreak = StateEffect.define<LineBreak>();

export const lineBreakField = StateField.define<LineBreak>({
  create: () => '\n',
  update: (value, { effects }) => effects.find((effect) => effect.is(setLineBreak))?.value ?? value,
});

/** A file's line break is part of its text: undoing the change of a text undoes the change of its line break. */
export const lineBreaks: Extension = [
  lineBreakField,
  invertedEffects.of(({ startState, effects }) =>
    effects.filter((effect) => effect.is(setLineBreak)).map(() => setLineBreak.of(startState.field(lineBreakField))),
  ),
];

/** The whole text of a file as it would be on the disk. */
export function textOf(state: EditorState): string {
  return state.doc.sliceString(0, state.doc.length, state.field(lineBreakField));
}

/** Where an offset of the editor is in the file's text, in UTF-16 units: the editor counts a line break as one. */
export function offsetInText(doc: Text, offset: number, lineBreak: LineBreak): number {
  return lineBreak.length === 1 ? offset : offset + (doc.lineAt(offset).number - 1);
}
