import { Lab } from '../labs/lab.js';
import { inTurns } from '../measures/in-turns.js';
import { FILE_BYTES, FILE_BYTES_SHORT, printFile, writeLargeFile } from '../measures/large-file.js';
import { median } from '../measures/numbers.js';
import type { Row } from '../row.js';

const ROUNDS = 7;
const ROUNDS_SHORT = 1;
const BYTES_PER_MB = 1_000_000;

export const print: Row = {
  budgets: ['print'],
  inShort: true,
  async measure({ short, resources }) {
    const bytes = short ? FILE_BYTES_SHORT : FILE_BYTES;
    const lab = await Lab.open(resources);
    await writeLargeFile(lab.student, bytes);
    const lines = [await lab.daemonLine(), await lab.nativeLine(), await lab.bareLine()];
    const times = lines.map((): number[] => []);
    // The first round, in which tmux gets the memory for its history, does not count.
    if (!short) for (const line of lines) await printFile(line, 0);
    for (let round = 1; round <= (short ? ROUNDS_SHORT : ROUNDS); round++) {
      for (const [which, line] of inTurns(lines, round)) times[which]?.push(await printFile(line, round));
    }
    const [value = Number.NaN, native = Number.NaN, bare = Number.NaN] = times.map(median);
    return [{ budget: 'print', value, compared: { native, bare }, note: `${bytes / BYTES_PER_MB} MB` }];
  },
};
