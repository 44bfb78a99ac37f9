import type { OwnLines } from './own-lines.js';
import { Turns } from './squeezed.js';

/**
 * Lines of a solution one after the other that give it away. Two may be one idea that a tutor illustrates; three are a
 * part that the student copies. A shorter solution is given away by all its lines.
 */
export const LEAK_IN_ROW = 3;
/** The same of lines that are anywhere in it: told one by one, between words, they add up. */
export const LEAK_LINES = 5;

/** Facts of a leak, without what was said. */
export interface Leak {
  /** Lines of the solution that were told, and how many of them follow each other in it. */
  readonly lines: number;
  readonly inRow: number;
  /** Lines that only the solution has. */
  readonly of: number;
}

/** Which of these lines are in a squeezed text, by their place. In turns with everything else, however long both are. */
export async function linesIn(text: string, own: OwnLines): Promise<Set<number>> {
  const turns = new Turns();
  const found = new Set<number>();
  for (const [index, line] of own.entries()) {
    if (text.includes(line)) found.add(index);
    await turns.rest();
  }
  return found;
}

/** Whether somebody who has told these lines has given the solution away. Undefined if not. */
export function leakOf(own: OwnLines, told: ReadonlySet<number>): Leak | undefined {
  let row = 0;
  let inRow = 0;
  for (const index of own.keys()) {
    row = told.has(index) ? row + 1 : 0;
    inRow = Math.max(inRow, row);
  }
  const lines = told.size;
  const isLeak = lines > 0 && (inRow >= Math.min(LEAK_IN_ROW, own.length) || lines >= LEAK_LINES);
  return isLeak ? { lines, inRow, of: own.length } : undefined;
}
