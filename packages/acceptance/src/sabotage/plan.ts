import type { Options } from './options.js';
import { dozenOf, type Rows } from './rows.js';
import type { Row } from './sabotage.js';

/** What to say first; and which rows to try then, or how to end without. */
export type Plan = { readonly said: string } & ({ readonly exitCode: 0 | 1 | 2 } | { readonly rows: readonly Row[] });

export function planOf(options: Options, known: Rows): Plan {
  // Whoever works on some rows may leave others unfinished.
  const problems = options.rows.length > 0 ? [] : known.problems;
  if (problems.length > 0) return { said: problems.map((problem) => `${problem}\n`).join(''), exitCode: 1 };
  const said = `${known.rows.length} rows have an edit that applies. ${known.unbroken.size} were not seen broken yet.\n`;
  if (options.check) return { said, exitCode: 0 };
  const rows = chooseRows(options, known);
  if (rows.length === 0) return { said: `${said}There is no such row.\n`, exitCode: 2 };
  if (options.list) return { said: said + rows.map(listed).join(''), exitCode: 0 };
  return { said, rows };
}

function chooseRows({ rows: wanted, dozen }: Options, { rows, unbroken }: Rows): readonly Row[] {
  if (dozen !== undefined) {
    const seen = rows.filter(({ id }) => !unbroken.has(id));
    return dozenOf(seen, dozen);
  }
  if (wanted.length === 0) return rows;
  return rows.filter(({ id }) => wanted.some((name) => id === name || id.startsWith(`${name} `)));
}

function listed({ id, broken, files }: Row): string {
  const edited = broken.edits.map(({ file }) => file);
  return `${id}\n  ${broken.why}\n  ${[...new Set(edited)].join(', ')} → ${files.join(', ')}\n`;
}
