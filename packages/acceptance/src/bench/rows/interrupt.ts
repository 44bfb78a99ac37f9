import { setTimeout as pause } from 'node:timers/promises';
import { Lab, PROMPT } from '../labs/lab.js';
import type { Line } from '../lines/line.js';
import { inTurns } from '../measures/in-turns.js';
import { mean } from '../measures/numbers.js';
import { untilOutput, untilQuiet } from '../measures/waiting.js';
import type { Row } from '../row.js';

/** How often a flood is interrupted in a whole run. */
export const ROUNDS = 15;
/** In fewer, those that tmux draws late by chance would be all of them now and then. */
export const ROUNDS_SHORT = 6;
/** Long enough that every buffer on the way is as full as it gets. */
export const FLOOD_MS = 500;
const QUIET_MS = 200;
export const FLOOD_COMMAND = "yes 'the flood goes on and on'";
const CTRL_C = '\x03';

export const interrupt: Row = {
  budgets: ['interrupt'],
  inShort: true,
  async measure({ short, resources }) {
    const lab = await Lab.open(resources);
    const lines = [await lab.daemonLine(), await lab.nativeLine()] as const;
    const times = lines.map((): number[] => []);
    for (let round = 0; round < (short ? ROUNDS_SHORT : ROUNDS); round++) {
      for (const [which, line] of inTurns(lines, round)) times[which]?.push(await interruptFlood(line));
    }
    // tmux draws at once or some 100 ms later, by chance: a median would jump between the two.
    const [value = Number.NaN, native = Number.NaN] = times.map(mean);
    return [{ budget: 'interrupt', value, compared: { native } }];
  },
};

/** Presses Ctrl+C in a flood, and returns the milliseconds until the prompt. */
export async function interruptFlood(line: Line): Promise<number> {
  line.send(`${FLOOD_COMMAND}\r`);
  await pause(FLOOD_MS);
  const prompt = untilOutput(line, PROMPT);
  const pressedAt = performance.now();
  line.send(CTRL_C);
  const time = (await prompt) - pressedAt;
  await untilQuiet(line, QUIET_MS);
  return time;
}
