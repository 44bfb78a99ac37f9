import { PanelLab } from '../labs/panel-lab.js';
import { type Shown, shownAfterKey } from '../measures/in-page.js';
import { inTurns } from '../measures/in-turns.js';
import {
  FILE_BYTES,
  FILE_BYTES_SHORT,
  lastWord,
  printCommand,
  printFile,
  writeLargeFile,
} from '../measures/large-file.js';
import { median } from '../measures/numbers.js';
import type { Row } from '../row.js';

/** tmux draws every 100 ms once it skips frames: single rounds lie that far apart. */
const ROUNDS = 15;
const ROUNDS_SHORT = 1;
const BYTES_PER_MB = 1_000_000;

/**
 * A large file printed in the panel, from Enter to the frame that shows its end; and the same read
 * from `tmux attach` without any page, in turns.
 */
export const panelPrint: Row = {
  budgets: ['panel-print', 'panel-task'],
  inShort: true,
  async measure({ short, resources }) {
    const bytes = short ? FILE_BYTES_SHORT : FILE_BYTES;
    const lab = await PanelLab.open(resources);
    await writeLargeFile(lab.student, bytes);
    const line = await lab.nativeLine();
    const { cols, rows } = await lab.requireEqualGrids();
    const panel: Shown[] = [];
    const native: number[] = [];
    for (let round = 0; round <= (short ? ROUNDS_SHORT : ROUNDS); round++) {
      const print = [
        async () => panel.push(await printInPanel(lab, 2 * round)),
        async () => native.push(await printFile(line, 2 * round + 1)),
      ];
      for (const [, printing] of inTurns(print, round)) await printing();
    }
    // The first round, in which tmux gets the memory for its history, does not count.
    const counted = panel.slice(1);
    const compared = { native: median(native.slice(1)) };
    await lab.requireEqualGrids();
    const note = `${bytes / BYTES_PER_MB} MB, ${cols} × ${rows}`;
    return [
      { budget: 'panel-print', value: median(counted.map(({ timeMs }) => timeMs)), compared, note },
      { budget: 'panel-task', value: Math.max(...counted.map(({ longestTaskMs }) => longestTaskMs)) },
    ];
  },
};

async function printInPanel({ page }: PanelLab, round: number): Promise<Shown> {
  await page.keyboard.type(printCommand(round));
  await page.evaluate(shownAfterKey(lastWord(round)));
  await page.keyboard.press('Enter');
  return (await page.evaluate('window.shown')) as Shown;
}
