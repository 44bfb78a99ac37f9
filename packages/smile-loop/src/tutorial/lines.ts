import { linesOfCode } from './code-lines.js';
import { mostSimilarLine } from './similar.js';

export interface Found {
  /** From 1: where the first character of the match is. */
  line: number;
  /** Whether the quote is there character by character. */
  exact: boolean;
}

/**
 * Where a quote is: character by character, else whatever the blanks and line ends between its words, else the line
 * that is most like it. Undefined for an empty quote and for one that resembles nothing.
 */
export function findQuote(text: string, quote: string): Found | undefined {
  const wanted = quote.trim();
  if (wanted === '') return undefined;
  const exact = text.indexOf(wanted);
  if (exact >= 0) return { line: lineAt(text, exact), exact: true };
  const loose = indexOfWords(text, wanted);
  if (loose !== undefined) return { line: lineAt(text, loose), exact: false };
  const line = mostSimilarLine(text, wanted);
  return line === undefined ? undefined : { line, exact: false };
}

/**
 * The line of the tutorial's code that a command was taken from: the whole command, else its first line. Undefined if
 * no code of it has the command: the student thought of it alone.
 */
export function lineOfCommand(text: string, command: string): number | undefined {
  const wanted = command.split(/\r?\n/).map(asCommand).filter(Boolean);
  if (wanted.length === 0) return undefined;
  const code = linesOfCode(text)
    .map(({ line, text: own }) => ({ line, command: asCommand(own) }))
    .filter(({ command: own }) => own !== '');
  const whole = code.findIndex((_, at) => wanted.every((part, index) => code[at + index]?.command === part));
  if (whole >= 0) return code[whole]?.line;
  const first = code.find(({ command: own }) => own === wanted[0]);
  return (first ?? code.find(({ command: own }) => isPartOf(own, wanted)))?.line;
}

/** A command line without its prompt, and with single blanks. */
function asCommand(line: string): string {
  return line
    .trim()
    .replace(/^[$>%] +/, '')
    .replace(/\s+/g, ' ');
}

/** Students join lines (`cd app && npm test`); a short line would be part of everything. */
function isPartOf(line: string, wanted: readonly string[]): boolean {
  const parts = wanted.flatMap((command) => command.split(/ ?(?:&&|;|\|\|) ?/));
  return parts.includes(line);
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Both texts without their blanks are compared, and the place is counted back: linear, whatever the quote has. */
function indexOfWords(text: string, quote: string): number | undefined {
  const words = quote.split(/\s+/).join(' ');
  const starts: number[] = [];
  let plain = '';
  for (const match of text.matchAll(/\s+|[^\s]/g)) {
    plain += match[0].trim() === '' ? ' ' : match[0];
    starts.push(match.index);
  }
  const at = plain.indexOf(words);
  return at < 0 ? undefined : starts[at];
}
