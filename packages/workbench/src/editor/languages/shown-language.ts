import { Compartment, type StateEffect, type Text } from '@codemirror/state';
import { loadLanguage } from './languages.js';

/** Which language a file is shown in; empty until its part of the page is there. */
export const languageOfFile = new Compartment();

/**
 * UTF-16 units, as many as a generated file of a megabyte or two has. Beyond it, colours would keep the processor busy
 * long after a student has found the line.
 */
export const COLOURED_UP_TO_LENGTH = 3_000_000;
/** UTF-16 units. A longer line is minified code or data: nobody reads it, and colouring it stops the typing. */
export const COLOURED_UP_TO_LINE_LENGTH = 20_000;

export function isColoured(doc: Text): boolean {
  return doc.length <= COLOURED_UP_TO_LENGTH && hasReadableLines(doc);
}

function hasReadableLines(doc: Text): boolean {
  for (const line of doc.iterLines()) {
    if (line.length > COLOURED_UP_TO_LINE_LENGTH) return false;
  }
  return true;
}

/** What shows a text in its language; nothing if it has no colours. */
export async function languageEffect(language: string): Promise<StateEffect<unknown> | undefined> {
  const support = await loadLanguage(language);
  return support && languageOfFile.reconfigure(support);
}
