import { ChatLab } from '../../labs/chat-lab.js';
import { framesWhileScrolling, NEXT_KEY_IN_FIELD, openedAfterClick } from '../../measures/in-chat.js';
import { median, quantile } from '../../measures/numbers.js';
import type { Row } from '../../row.js';

const MESSAGES = 5000;
const MESSAGES_SHORT = 500;
const ROUNDS = 5;
const ROUNDS_SHORT = 1;
const KEYS = 100;
const KEYS_SHORT = 20;
const SCROLL_MS = 4000;
/** As fast as a wheel is turned by somebody who looks for something. */
const SCROLL_STEP_PX = 120;

/** A long conversation: opened, scrolled through, and something typed below it. */
export const long: Row = {
  budgets: ['chat-open', 'chat-scroll', 'chat-type'],
  inShort: true,
  async measure({ short, resources }) {
    const messages = short ? MESSAGES_SHORT : MESSAGES;
    const lab = await ChatLab.open(resources);
    await lab.converse(messages);
    const opened: number[] = [];
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) opened.push(await open(lab, messages));
    const keys = await type(lab, short ? KEYS_SHORT : KEYS);
    const frames = (await lab.page.evaluate(framesWhileScrolling(SCROLL_MS, SCROLL_STEP_PX))) as number[];
    const note = `${messages} messages`;
    return [
      { budget: 'chat-open', value: median(opened), note },
      { budget: 'chat-scroll', value: quantile(frames, 0.95), note: `${frames.length} frames` },
      { budget: 'chat-type', value: quantile(keys, 0.99), note: `median ${median(keys).toFixed(1)} ms` },
    ];
  },
};

async function open(lab: ChatLab, messages: number): Promise<number> {
  await lab.openLesson();
  await lab.page.evaluate(openedAfterClick(`What is loop ${messages - 2}?`));
  await lab.button.click();
  return (await lab.page.evaluate('window.opened')) as number;
}

async function type(lab: ChatLab, keys: number): Promise<number[]> {
  const times: number[] = [];
  await lab.field.focus();
  for (let key = 0; key < keys; key++) {
    await lab.page.evaluate(NEXT_KEY_IN_FIELD);
    await lab.page.keyboard.press('x');
    times.push((await lab.page.evaluate('window.nextKeyPainted')) as number);
  }
  return times;
}
