import { isolateHistory } from '@codemirror/commands';
import { Annotation, type EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import type { Origin, TextChange } from '../types.js';
import { type LineBreak, lineBreakField, offsetInText, readText, setLineBreak, textOf } from './line-breaks.js';
import { changesBetween } from './line-diff.js';

const originOfChange = Annotation.define<Origin>();

/** What puts another text in place of a file's, by as few changes as can be found; nothing if it has that text. */
export function replacement(state: EditorState, text: string, origin: Origin): TransactionSpec | undefined {
  const { doc, lineBreak } = readText(text);
  const changes = changesBetween(state.doc, doc);
  const breaksDiffer = lineBreak !== state.field(lineBreakField);
  if (changes.length === 0 && !breaksDiffer) return undefined;
  return {
    changes,
    effects: breaksDiffer ? [setLineBreak.of(lineBreak)] : [],
    // Undo takes it back by itself, and not together with what was typed just before.
    annotations: [originOfChange.of(origin), isolateHistory.of('full'), Transaction.userEvent.of('input.replace')],
  };
}

export function originOf(transaction: Transaction): Origin {
  return transaction.annotation(originOfChange) ?? 'student';
}

/** Whether the text of the file is another one afterwards. */
export function changesText({ docChanged, effects }: Transaction): boolean {
  return docChanged || effects.some((effect) => effect.is(setLineBreak));
}

/** What a transaction changes in the text of the file. */
export function textChanges(transaction: Transaction): TextChange[] {
  const { startState, state } = transaction;
  const lineBreak = startState.field(lineBreakField);
  return lineBreak === state.field(lineBreakField) ? pieces(transaction, lineBreak) : [everything(transaction)];
}

function pieces({ startState: { doc }, changes }: Transaction, lineBreak: LineBreak): TextChange[] {
  const found: TextChange[] = [];
  changes.iterChanges((fromA, toA, _fromB, _toB, inserted) => {
    found.push({
      from: offsetInText(doc, fromA, lineBreak),
      to: offsetInText(doc, toA, lineBreak),
      insert: inserted.sliceString(0, inserted.length, lineBreak),
    });
  });
  return found;
}

/** With another line break, every line is another one. */
function everything({ startState, state }: Transaction): TextChange {
  const { doc } = startState;
  const to = offsetInText(doc, doc.length, startState.field(lineBreakField));
  return { from: 0, to, insert: textOf(state) };
}
