import { parseArgs } from 'node:util';
import { hasTurn } from '../machine/turns.js';
import { ROWS } from './rows.js';

export interface Options {
  readonly help: boolean;
  readonly short: boolean;
  /** Names of rows, in the order of the table. */
  readonly rows: readonly string[];
  /** Where results go as JSON. */
  readonly json: string | undefined;
}

export const HELP = `Usage: npm run bench -- [options]

Measures the practice server and the simulated learner against their budgets, and in
the same run against tmux attach without a network, the smallest WebSocket bridge, ttyd
where it is installed, and Podman and a CLI by themselves. Takes some minutes; close
other busy programs. Ends with 1 when a budget is missed.

  --short          some two minutes; only three times a budget is a miss, and only
                   if it is missed twice
  --only <name>    this row alone (repeatable): ${Object.keys(ROWS).slice(0, 6).join(', ')},
                   ${Object.keys(ROWS).slice(6).join(', ')}
  --json <file>    write the results as JSON too
  --help           show this
`;

const SHORT = Object.keys(ROWS).filter((name) => ROWS[name]?.inShort);
/** In turns, a third of a short run's rows has the turn, and with it always the one that proves what no test can. */
const TURNS = 3;
const ALWAYS = 'check';
const isInShort = (name: string) => SHORT.includes(name) && (name === ALWAYS || hasTurn(SHORT, name, TURNS));

/** Throws with a sentence for the user if the arguments make no sense. */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      help: { type: 'boolean', default: false },
      short: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      json: { type: 'string' },
    },
  });
  const { only, short } = values;
  const unknown = (only ?? []).filter((name) => !(name in ROWS));
  if (unknown.length > 0) throw new TypeError(`There is no row "${unknown.join('", "')}".`);
  const rows = Object.keys(ROWS).filter((name) => only?.includes(name) ?? (!short || isInShort(name)));
  return { help: values.help, short, rows, json: values.json };
}
