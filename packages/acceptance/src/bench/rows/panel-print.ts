import { PanelLab } from '../labs/panel-lab.js';
import { type Shown, shownAfterKey } from '../measures/in-page.js';
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
    const panel: Shown[] = [];
    const native: number[] = [];
    // The first round, in which tmux gets the memory for its history, does not count.
    for (let round = 0; round <= (short ? ROUNDS_SHORT : ROUNDS); round++) {
      const shown = await printInPanel(lab, 2 * round);
      const read = await printFile(line, 2 * round + 1);
      if (round > 0) panel.push(shown);
      if (round > 0) native.push(read);
    }
    const compared = { native: median(native) };
    const note = `${bytes / BYTES_PER_MB} MB`;
    return [
      { budget: 'panel-print', value: median(panel.map(({ timeMs }) => timeMs)), compared, note },
      { budget: 'panel-task', value: Math.max(...panel.map(({ longestTaskMs }) => longestTaskMs)) },
    ];
  },
};

async function printInPanel({ page }: PanelLab, round: number): Promise<Shown> {
  await page.keyboard.type(printCommand(round));
  await page.evaluate(shownAfterKey(lastWord(round)));
  await page.keyboard.press('Enter');
  return (await page.evaluate('window.shown')) as Shown;
}
