import { linesOfCode } from './code-lines.js';
import { indexOfPart } from './index-of-part.js';
import { oncePerText } from './once-per-text.js';
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
  const loose = indexOfWords(text, wanted);
  // What is not there by its words is not there by its characters either.
  const exact = loose === undefined ? -1 : indexOfPart(text, wanted);
  if (exact >= 0) return { line: lineAt(text, exact), exact: true };
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
  const { lines, commands, firstLines } = codeOf(text);
  const whole = indexOfPart(commands, wanted);
  if (whole >= 0) return lines[whole];
  return firstLines.get(wanted[0] ?? '') ?? firstOf(partsOf(wanted).map((part) => firstLines.get(part)));
}

/** Commands of the text's code with the line of each, and the first line that each command is at. */
const codeOf = oncePerText((text) => {
  const code = linesOfCode(text)
    .map(({ line, text: own }) => ({ line, command: asCommand(own) }))
    .filter(({ command }) => command !== '');
  return {
    lines: code.map(({ line }) => line),
    commands: code.map(({ command }) => command),
    firstLines: new Map(code.toReversed().map(({ line, command }) => [command, line])),
  };
});

/** A command line without its prompt, and with single blanks. */
function asCommand(line: string): string {
  return line
    .trim()
    .replace(/^[$>%] +/, '')
    .replace(/\s+/g, ' ');
}

/** Students join lines (`cd app && npm test`); a short line would be part of everything. */
function partsOf(wanted: readonly string[]): string[] {
  return wanted.flatMap((command) => command.split(/ ?(?:&&|;|\|\|) ?/));
}

function firstOf(lines: readonly (number | undefined)[]): number | undefined {
  return lines.reduce((first, line) => (line !== undefined && line < (first ?? Infinity) ? line : first), undefined);
}

function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** Both texts without their blanks are compared, and the place is counted back: linear, whatever the quote has. */
function indexOfWords(text: string, quote: string): number | undefined {
  const { plain, starts } = wordsOf(text);
  const at = indexOfPart(plain, quote.split(/\s+/).join(' '));
  return at < 0 ? undefined : starts[at];
}

/** The text with single blanks, and where each of its characters is in the text. */
const wordsOf = oncePerText((text) => {
  const starts: number[] = [];
  let plain = '';
  for (const match of text.matchAll(/\s+|[^\s]/g)) {
    plain += match[0].trim() === '' ? ' ' : match[0];
    starts.push(match.index);
  }
  return { plain, starts };
});
