import { ChatLab } from '../../labs/chat-lab.js';
import { WATCH_TOKENS } from '../../measures/in-chat.js';
import { quantile } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

const TOKENS = 1000;
const TOKENS_SHORT = 200;

/** From a word that the agent prints until the frame that shows it was painted. */
export const token: Row = {
  budgets: ['chat-token'],
  inShort: true,
  async measure({ short, resources }) {
    const tokens = short ? TOKENS_SHORT : TOKENS;
    const lab = await ChatLab.open(resources);
    await lab.converse(2);
    await lab.openLesson();
    await lab.button.click();
    await lab.page.locator('.practice-chat-scroller').waitFor();
    await lab.page.evaluate(WATCH_TOKENS);
    await lab.field.fill(`tokens ${tokens}`);
    await lab.field.press('Enter');
    await lab.page.waitForFunction(`window.tokenDelays.length >= ${tokens}`);
    const delays = (await lab.page.evaluate('window.tokenDelays')) as number[];
    return [
      { budget: 'chat-token', value: quantile(delays, 0.99), note: `median ${quantile(delays, 0.5).toFixed(1)} ms` },
    ];
  },
};
