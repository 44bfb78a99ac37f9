import { PanelLab } from '../labs/panel-lab.js';
import { NEXT_KEY_PAINTED } from '../measures/in-page.js';
import { median, p99 } from '../measures/numbers.js';
import type { Row } from '../row.js';

const KEYS = 1000;
const KEYS_SHORT = 100;
/** The first keys bring the font's characters into the renderer's cache. */
const WARM_UP_KEYS = 10;
/** Far from the width of any terminal that is measured: no key wraps the line. */
const KEYS_A_LINE = 40;

/** From a key pressed in Chromium until the frame that shows it was painted. */
export const paint: Row = {
  budgets: ['paint-p50', 'paint-p99'],
  inShort: true,
  async measure({ short, resources }) {
    const { page } = await PanelLab.open(resources);
    const times: number[] = [];
    for (let key = 0; key < (short ? KEYS_SHORT : KEYS) + WARM_UP_KEYS; key++) {
      if (key % KEYS_A_LINE === 0) await page.keyboard.press('Control+u');
      await page.evaluate(NEXT_KEY_PAINTED);
      await page.keyboard.press('x');
      times.push((await page.evaluate('window.nextKeyPainted')) as number);
    }
    const counted = times.slice(WARM_UP_KEYS);
    return [
      { budget: 'paint-p50', value: median(counted) },
      { budget: 'paint-p99', value: p99(counted) },
    ];
  },
};
