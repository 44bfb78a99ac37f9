import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Fault } from './fault.js';
import { faultsNamed } from './runs/run.js';

const DEFAULT_SECONDS = 60;
const MOST_SEEDS = 2 ** 31;

export interface Options {
  readonly help: boolean;
  readonly list: boolean;
  readonly seconds: number;
  readonly seed: number;
  readonly faults: readonly Fault[];
  /** How often the daemon is killed in floods, instead of chaos. */
  readonly kills: number | undefined;
  /** How many sessions end under load, instead of chaos. */
  readonly endings: number | undefined;
}

export const HELP = `Usage: npm run chaos -- [options]

A student works in three sessions while everything around them breaks. After every
step: no session lost, every page as tmux has it, every file as it was left, the
database whole, nothing left behind. Ends with 1 when something does not hold.

  --seconds <n>        how long (default ${DEFAULT_SECONDS})
  --seed <n>           the same seed repeats the same steps (default: random; always printed)
  --only <fault,…>     these faults alone
  --list               list the faults, and what must be true after each
  --kills <n>          instead: kill the daemon <n> times while three sessions print floods;
                       pages are back within 2 s, and show what tmux does
  --endings <n>        instead: end <n> sessions, four at a time, while they print;
                       the last line is on the page before it is told of the end
  --help               show this
`;

/** Throws a TypeError with a sentence for the user if the arguments make no sense. */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      help: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string', multiple: true },
      kills: { type: 'string' },
      endings: { type: 'string' },
    },
  });
  const { help, list } = values;
  return {
    help,
    list,
    seconds: numberOf('seconds', values.seconds) ?? DEFAULT_SECONDS,
    seed: numberOf('seed', values.seed) ?? randomInt(MOST_SEEDS),
    faults: faultsNamed((values.only ?? []).flatMap((names) => names.split(',').filter((name) => name !== ''))),
    kills: numberOf('kills', values.kills),
    endings: numberOf('endings', values.endings),
  };
}

function numberOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text)) throw new TypeError(`--${name} takes a whole number, not "${text}".`);
  return Number(text);
}

/** The command line that does the same again. */
export function repeatOf({ seconds, seed, faults }: Options, all: number): string {
  const only = faults.length === all ? '' : ` --only ${faults.map(({ name }) => name).join(',')}`;
  return `npm run chaos -- --seconds ${seconds} --seed ${seed}${only}`;
}
