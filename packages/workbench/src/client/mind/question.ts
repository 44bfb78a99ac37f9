import type { Position } from '@agent-factory/protocol/coach';
import { MAX_CONTEXT_LENGTH, MAX_EXPLAINED_LENGTH } from '@agent-factory/protocol/mind';
import type { Marked, Question } from './mind-state.js';

/** Lines before and behind what is marked that are sent with it (spec story 11). */
const CONTEXT_LINES = 50;
/** UTF-16 units on each side: together with the longest text that is explained, they are what a message may have. */
const MAX_SIDE_LENGTH = (MAX_CONTEXT_LENGTH - MAX_EXPLAINED_LENGTH) / 2;

/** What is asked of the coach; `too_long` where more is marked than can be explained at once. */
export function questionOf(text: string, language: string, { path, range }: Marked): Question | 'too_long' {
  const lines = new Lines(text);
  const isEmpty = range.start.line === range.end.line && range.start.column === range.end.column;
  const whole = lines.whole(range.start.line);
  const { start, end } = isEmpty ? whole : range;
  const [from, to] = [lines.offsetOf(start), lines.offsetOf(end)];
  if (to - from > MAX_EXPLAINED_LENGTH) return 'too_long';
  const before = text.slice(lines.offsetOf({ line: start.line - CONTEXT_LINES, column: 1 }), from);
  const behind = text.slice(to, lines.offsetOf(lines.whole(end.line + CONTEXT_LINES).end));
  return {
    ...{ source: 'editor', path, range: { start, end } },
    language: language === 'plaintext' ? '' : language,
    selectedText: text.slice(from, to),
    surroundingContext: theEndOf(before) + text.slice(from, to) + theBeginningOf(behind),
  };
}

/** Lines are long at times; half a character is none. */
function theEndOf(text: string): string {
  return text.length > MAX_SIDE_LENGTH ? text.slice(-MAX_SIDE_LENGTH).replace(/^[\uDC00-\uDFFF]/, '') : text;
}

function theBeginningOf(text: string): string {
  return text.length > MAX_SIDE_LENGTH ? text.slice(0, MAX_SIDE_LENGTH).replace(/[\uD800-\uDBFF]$/, '') : text;
}

/** The lines of a text as the editor counts them, with the text's own line ends. */
class Lines {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    const lineBreak = text.includes('\n') ? '\n' : '\r';
    for (let at = text.indexOf(lineBreak); at !== -1; at = text.indexOf(lineBreak, at + 1)) this.#starts.push(at + 1);
  }

  /** A place that the text does not have becomes the nearest that it has. */
  offsetOf({ line, column }: Position): number {
    const nearest = this.#nearest(line);
    return Math.min(this.#start(nearest) + column - 1, this.#end(nearest));
  }

  whole(line: number) {
    const nearest = this.#nearest(line);
    const length = this.#end(nearest) - this.#start(nearest);
    return { start: { line: nearest, column: 1 }, end: { line: nearest, column: length + 1 } };
  }

  #nearest(line: number): number {
    return Math.min(Math.max(1, line), this.#starts.length);
  }

  #start(line: number): number {
    return this.#starts[line - 1] ?? 0;
  }

  /** Before what ends the line. */
  #end(line: number): number {
    const next = this.#starts[line];
    if (next === undefined) return this.#text.length;
    return this.#text.slice(next - 2, next) === '\r\n' ? next - 2 : next - 1;
  }
}
