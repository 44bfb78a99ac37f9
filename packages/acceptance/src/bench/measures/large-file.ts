import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Student } from '../../student.js';
import type { Line } from '../lines/line.js';
import { untilOutput, untilQuiet } from './waiting.js';

export const FILE_BYTES = 29_000_000;
export const FILE_BYTES_SHORT = 8_000_000;
const LINE_BYTES = 80;
/** A line that has said nothing for this long has printed what it had. */
const QUIET_MS = 300;

/** Puts a text of this many bytes into the student's home. */
export async function writeLargeFile({ home }: Student, bytes: number): Promise<void> {
  const lines = Array.from(
    { length: bytes / LINE_BYTES },
    (_, n) => `${`${n} `.padEnd(LINE_BYTES - 1, 'practice makes ')}\n`,
  );
  await writeFile(join(home, 'large.txt'), lines.join(''));
}

/** The word that ends a round's printing: it shows that everything before it was printed. */
export function lastWord(round: number): string {
  return `printed-${1000 + round}`;
}

/** Prints the file. The shell computes the last word, so that the typed command is not mistaken for it. */
export function printCommand(round: number): string {
  return `cat ~/large.txt; echo printed-$((1000+${round}))`;
}

/** Prints the file and returns the milliseconds from Enter to its end; resolves when the line is silent again. */
export async function printFile(line: Line, round: number): Promise<number> {
  const printed = untilOutput(line, lastWord(round));
  const startedAt = performance.now();
  line.send(`${printCommand(round)}\r`);
  const time = (await printed) - startedAt;
  await untilQuiet(line, QUIET_MS);
  return time;
}
