import { squeezed } from '@agent-factory/exercise-runtime';

/** Quotation marks of any kind, and what a line needs to be inside a string. */
const QUOTING = /\\[nrt]|[\\'"`´‘’‚“”„«»]/g;

/** What is left of code however it is spaced and quoted. Both sides of a comparison are made so. */
export function loose(text: string): string {
  return squeezed(text.replace(QUOTING, ''));
}
