import { indentUnit } from '@codemirror/language';
import { Compartment, EditorState, type Extension, type StateEffect, type TransactionSpec } from '@codemirror/state';
import { accessTo } from '../access/access.js';
import { languageOfFile } from '../languages/shown-language.js';
import { indentationOf } from '../text/indentation.js';
import { lineBreakField, type ReadText, readText } from '../text/line-breaks.js';

/** What the editor keeps of a file while its tab is open. */
export interface OpenFile {
  readonly path: string;
  state: EditorState;
  /** The text that counts as saved. */
  saved: ReadText;
  language: string;
  /** The language whose colours it has or waits for. */
  colouredAs?: string | undefined;
  /** Where it was scrolled to when another one was shown. */
  scroll?: StateEffect<unknown> | undefined;
}

interface Opening {
  readonly path: string;
  readonly text: string;
  readonly language: string;
  readonly readOnly: boolean;
  /** What all files share. */
  readonly extensions: Extension;
}

const access = new Compartment();

export function openFile({ path, text, language, readOnly, extensions }: Opening): OpenFile {
  const saved = readText(text);
  const state = EditorState.create({
    doc: saved.doc,
    extensions: [
      extensions,
      lineBreakField.init(() => saved.lineBreak),
      languageOfFile.of([]),
      access.of(accessTo({ name: path, readOnly })),
      indentUnit.of(indentationOf(saved.doc)),
    ],
  });
  return { path, state, saved, language };
}

export function accessChange(path: string, readOnly: boolean): TransactionSpec {
  return { effects: access.reconfigure(accessTo({ name: path, readOnly })) };
}

export function isDirty({ state, saved }: OpenFile): boolean {
  return state.field(lineBreakField) !== saved.lineBreak || !state.doc.eq(saved.doc);
}

/** The text counts as saved. Where it is what the file has, the two share it, and comparing them takes no time. */
export function markSaved(file: OpenFile, text: string): void {
  const read = readText(text);
  const { doc } = file.state;
  file.saved = doc.eq(read.doc) ? { doc, lineBreak: read.lineBreak } : read;
}
