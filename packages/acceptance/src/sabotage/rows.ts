import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyBreak } from './apply.js';
import { type Breaks, readBreaks } from './breaks.js';
import { targetsOf } from './builds.js';
import { isOfWholePrograms, type Proofs, readProofs, readRequirements, rowsToBreak } from './proofs.js';
import type { Row } from './sabotage.js';

/** The rows that can be broken, and what is wrong with the lists of them. */
export interface Rows {
  /** In an order in which neighbours are built alike. */
  readonly rows: readonly Row[];
  /** Sentences for whoever maintains the lists; empty if every row that has to be broken is, or is accounted for. */
  readonly problems: readonly string[];
  /** Ids of rows whose test nobody has seen fail yet, with an edit or without. */
  readonly unbroken: ReadonlySet<string>;
}

/** Reads everything from a repository, without running anything. */
export function readRows(root: string): Rows {
  const ids = new Set(Object.keys(readRequirements(root)));
  const [breaks, proofs] = [readBreaks(root), readProofs(root, ids)];
  const rows = [...breaks.breaks].map(([id, broken]) => ({ id, broken, files: filesOf(broken.tests, proofs.get(id)) }));
  const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined);
  return {
    rows: rows.sort((a, b) => compareTexts(sortKey(a), sortKey(b))),
    problems: [
      ...rows.flatMap((row) => problemsOf(row, ids)),
      ...rows.flatMap(({ id, broken }) => applyBreak(broken, read).problems.map((problem) => `[${id}] ${problem}`)),
      ...problemsOfLists(breaks, rowsToBreak(proofs), proofs),
    ],
    unbroken: breaks.unbroken,
  };
}

/** Those named by the break, or all that start whole programs and name the row, or else all that name it. */
function filesOf(named: readonly string[] | undefined, proofs: readonly string[] = []): readonly string[] {
  if (named !== undefined) return named.filter((file) => proofs.includes(file));
  const whole = proofs.filter(isOfWholePrograms);
  return whole.length > 0 ? whole : proofs;
}

function problemsOf({ id, broken, files }: Row, ids: ReadonlySet<string>): string[] {
  if (!ids.has(id)) return [`[${id}] is broken, and there is no such row`];
  const named = broken.tests ?? [];
  if (named.length > files.length) return [`[${id}] names tests that do not name it: ${named.join(', ')}`];
  return files.length === 0 ? [`[${id}] is named by no test`] : [];
}

function problemsOfLists({ breaks, unbreakable, unbroken }: Breaks, toBreak: readonly string[], proofs: Proofs) {
  const missing = toBreak.filter((id) => !breaks.has(id) && !unbreakable.has(id) && !unbroken.has(id));
  const twice = [...unbreakable.keys()].filter((id) => breaks.has(id) || unbroken.has(id));
  const needless = [...unbreakable.keys(), ...unbroken].filter((id) => !proofs.has(id));
  return [
    ...missing.map((id) => `[${id}] is proven by tests of whole programs alone, and no edit breaks it`),
    ...twice.map((id) => `[${id}] is accounted for twice`),
    ...needless.map((id) => `[${id}] is accounted for, and no test names it`),
  ];
}

/** What is rebuilt for a break, and then its tests. */
function sortKey({ id, broken, files }: Row): string {
  const edited = broken.edits.map(({ file }) => file);
  const targets = [...new Set(edited.flatMap(targetsOf))];
  return [targets.join(' '), edited[0]?.split('/')[1], files[0], id].join('\n');
}

const compareTexts = (a: string, b: string) => (a < b ? -1 : 1);

/** How many rows are broken for each commit. */
const DOZEN = 12;

/** A dozen neighbours, so that little is built between them; which ones goes by the turn, a whole number. */
export function dozenOf<T>(rows: readonly T[], turn: number): readonly T[] {
  if (rows.length <= DOZEN) return rows;
  const first = turn % rows.length;
  return [...rows.slice(first), ...rows.slice(0, first)].slice(0, DOZEN);
}
