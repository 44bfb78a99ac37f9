import type { Line } from '../lines/line.js';
import { untilOutput, untilQuiet } from './waiting.js';

/** Letters that no escape sequence of a prompt ends with, so that a letter on its way back is an echo. */
const LETTERS = 'vwxyz';
/** Far from the end of a line of 120 cells. */
const KEYS_A_LINE = 50;
const CLEAR_LINE = '\x15';
const CLEARED_QUIET_MS = 20;

/**
 * Milliseconds from a key to its echo, for each line in the order given. The lines take turns key by
 * key, and begin in turns, so that whatever else the machine does hits all of them alike.
 */
export async function echoTimes(lines: readonly Line[], keys: number): Promise<number[][]> {
  const times = lines.map((): number[] => []);
  for (let key = 0; key < keys; key++) {
    if (key > 0 && key % KEYS_A_LINE === 0) await clearLines(lines);
    for (let turn = 0; turn < lines.length; turn++) {
      const which = (key + turn) % lines.length;
      const line = lines[which];
      if (line !== undefined) times[which]?.push(await echoTime(line, LETTERS[key % LETTERS.length] ?? ''));
    }
  }
  await clearLines(lines);
  return times;
}

async function echoTime(line: Line, letter: string): Promise<number> {
  const echoed = untilOutput(line, letter);
  const sentAt = performance.now();
  line.send(letter);
  return (await echoed) - sentAt;
}

async function clearLines(lines: readonly Line[]): Promise<void> {
  for (const line of lines) line.send(CLEAR_LINE);
  await Promise.all(lines.map((line) => untilQuiet(line, CLEARED_QUIET_MS)));
}
