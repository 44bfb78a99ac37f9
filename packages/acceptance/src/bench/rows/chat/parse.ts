import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from '../../measures/numbers.js';
import type { Parsed } from '../../measures/parsed.js';
import type { Row } from '../../row.js';

const PROGRAM = fileURLToPath(new URL('../../programs/parse-lines.js', import.meta.url));
const MEGABYTES = 50;
/** How many times as much shows whether memory stays flat. */
const TIMES_AS_MUCH = 4;
const ROUNDS = 5;
const ROUNDS_SHORT = 1;

/** What an agent says, from its lines to the events of the conversation, in a process of its own. */
export const parse: Row = {
  budgets: ['chat-parse', 'chat-parse-memory', 'chat-parse-peak'],
  inShort: true,
  async measure({ short }) {
    const rounds = Array.from({ length: short ? ROUNDS_SHORT : ROUNDS }, () => round(MEGABYTES));
    const long = round(MEGABYTES * TIMES_AS_MUCH);
    return [
      {
        budget: 'chat-parse',
        value: median(rounds.map(({ timeMs }) => timeMs)),
        compared: { 'JSON.parse alone': median(rounds.map(({ jsonMs }) => jsonMs)) },
      },
      { budget: 'chat-parse-memory', value: Math.max(...rounds.map(({ grownMB }) => grownMB)) },
      {
        budget: 'chat-parse-peak',
        value: long.peakMB,
        compared: { '50 MB': Math.max(...rounds.map(({ peakMB }) => peakMB)) },
      },
    ];
  },
};

function round(megabytes: number): Parsed {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', PROGRAM, String(megabytes)], {
    env: {},
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Parsed;
}
