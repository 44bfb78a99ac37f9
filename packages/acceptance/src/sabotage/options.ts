import { parseArgs } from 'node:util';

export interface Options {
  readonly help: boolean;
  /** Ids of rows, or beginnings of them; none for all. */
  readonly rows: readonly string[];
  readonly list: boolean;
  readonly check: boolean;
  readonly keep: boolean;
  /** Says which dozen has the turn. */
  readonly dozen: number | undefined;
}

export const HELP = `Usage: npm run sabotage -- [options] [<row>…]

Breaks what each row of the requirements promises, by its edit in packages/acceptance/sabotage,
in a copy of the repository, and runs the test that names the row: it has to fail, and to
pass without the edit. Without a row, all are tried, which takes hours. A row is
named by its id, as in "terminal 1 read-on"; the beginning of ids, as in "terminal 1", names
several. Ends with 1 when a row survived or was not tried, 130 when interrupted.

  --list        list the rows with their edits, and run nothing
  --check       only check that each edit applies, and that no row is without one
  --dozen <n>   check, and try a dozen of the rows for some minutes; <n> says which
  --keep        write what came of the rows into packages/acceptance/sabotage/RESULT.md
  --help        show this
`;

/** Throws a TypeError with a sentence for whoever typed the arguments if they make no sense. */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      dozen: { type: 'string' },
    },
  });
  const { dozen, keep } = values;
  if (dozen !== undefined && !/^\d{1,15}$/.test(dozen))
    throw new TypeError(`--dozen takes a whole number, not "${dozen}".`);
  if (keep && dozen !== undefined) throw new TypeError('--keep is about rows that you have chosen, or all.');
  return { ...values, rows: positionals, dozen: dozen === undefined ? undefined : Number(dozen) };
}
