import { parseArgs } from 'node:util';
import { LEAST_SCORE, PARTS } from './parts.js';
import { readShare, type Share, WHOLE } from './share.js';

export interface Options {
  readonly help: boolean;
  readonly keep: boolean;
  /** Names of parts, in the order of the list. */
  readonly parts: readonly string[];
  /** Only these files, as a glob below the package. */
  readonly only: string | undefined;
  /** Of each part's files only these. */
  readonly share: Share;
}

export const HELP = `Usage: npm run mutation -- [options] [<part>…]

Changes the code of a part in small ways, in a copy of the repository, and counts how many
of these mutants its tests notice: at least ${LEAST_SCORE} % of them should be. Without a part, all
are tried, which takes hours. Parts: ${Object.keys(PARTS).slice(0, 4).join(', ')},
${Object.keys(PARTS).slice(4).join(', ')}. Ends with 1 when a part has a lower score, 130 when interrupted.

  --only <glob>  of the part's files only these, as in 'src/terminal/pace.ts'
  --share <k/n>  of each part's files only the k-th of n shares, as in 1/8: all of them,
                 one after the other, are the whole
  --keep         write the scores into packages/acceptance/mutation.md
  --help         show this
`;

/** Throws a TypeError with a sentence for whoever typed the arguments if they make no sense. */
export function readOptions(argv: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      only: { type: 'string' },
      share: { type: 'string' },
    },
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0) throw new TypeError(`There is no part "${unknown.join('", "')}".`);
  if (values.only !== undefined && positionals.length !== 1) throw new TypeError('--only is about one part: name it.');
  if (values.only !== undefined && values.keep) throw new TypeError('--keep is about whole parts, or shares of them.');
  if (values.only !== undefined && values.share !== undefined) throw new TypeError('Choose --only or --share.');
  const share = values.share === undefined ? WHOLE : readShare(values.share);
  const parts = Object.keys(PARTS).filter((name) => positionals.length === 0 || positionals.includes(name));
  return { help: values.help, keep: values.keep, parts, only: values.only, share };
}
