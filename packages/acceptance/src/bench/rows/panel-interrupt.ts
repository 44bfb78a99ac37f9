import { setTimeout as pause } from 'node:timers/promises';
import { PROMPT } from '../labs/lab.js';
import { PanelLab } from '../labs/panel-lab.js';
import { type Shown, shownAfterKey } from '../measures/in-page.js';
import { mean } from '../measures/numbers.js';
import type { Row } from '../row.js';
import { FLOOD_COMMAND, FLOOD_MS, interruptFlood, ROUNDS, ROUNDS_SHORT } from './interrupt.js';

/** From Ctrl+C in the panel during an endless flood until the frame that shows the prompt; and without any page. */
export const panelInterrupt: Row = {
  budgets: ['panel-interrupt'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await PanelLab.open(resources);
    const line = await lab.nativeLine();
    const panel: number[] = [];
    const native: number[] = [];
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) {
      panel.push(await interruptInPanel(lab));
      native.push(await interruptFlood(line));
    }
    return [{ budget: 'panel-interrupt', value: mean(panel), compared: { native: mean(native) } }];
  },
};

async function interruptInPanel({ page }: PanelLab): Promise<number> {
  await page.keyboard.type(`${FLOOD_COMMAND}\n`);
  await pause(FLOOD_MS);
  await page.evaluate(shownAfterKey(PROMPT));
  await page.keyboard.press('Control+c');
  return ((await page.evaluate('window.shown')) as Shown).timeMs;
}
