import type { Line } from '../lines/line.js';
import { untilOutput, untilQuiet } from './waiting.js';

/** Letters that no escape sequence of a prompt ends with, so that a letter on its way back is an echo. */
const LETTERS = 'vwxyz';
/** Far from the end of a line of 120 cells. */
const KEYS_A_LINE = 50;
const CLEAR_LINE = '\x15';
const CLEARED_QUIET_MS = 20;

/**
 * Milliseconds from a key to its echo, for each line in the order given. The lines take turns key by key, so that
 * whatever else the machine does hits all of them alike, and by chance: whoever comes right after its like finds its
 * program in the processor's caches, which in a fixed order is always the same line. It was worth 15 %.
 */
export async function echoTimes(lines: readonly Line[], keys: number): Promise<number[][]> {
  const times = lines.map((): number[] => []);
  for (let key = 0; key < keys; key++) {
    if (key > 0 && key % KEYS_A_LINE === 0) await clearLines(lines);
    for (const [which, line] of shuffled(lines.entries()))
      times[which]?.push(await echoTime(line, LETTERS[key % LETTERS.length] ?? ''));
  }
  await clearLines(lines);
  return times;
}

function shuffled<T>(items: Iterable<T>): T[] {
  const drawn = Array.from(items, (item) => ({ item, lot: Math.random() }));
  return drawn.toSorted((a, b) => a.lot - b.lot).map(({ item }) => item);
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
