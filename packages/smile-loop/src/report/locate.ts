import { findQuote, lineOfCommand } from '../tutorial/lines.js';

/** How places of a tutorial's text are found: lines from 1. */
export interface Locator {
  findQuote(text: string, quote: string): { line: number; exact: boolean } | undefined;
  lineOfCommand(text: string, command: string): number | undefined;
}

export const tutorialLocator: Locator = { findQuote, lineOfCommand };

/** The line without its end and the blanks around it; empty beyond the text. */
export function lineText(text: string, line: number): string {
  return (text.split('\n')[line - 1] ?? '').replace(/^\uFEFF/, '').trim();
}
