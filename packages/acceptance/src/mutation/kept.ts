import { LEAST_SCORE, PARTS } from './parts.js';
import { percentOf } from './score.js';
import { readShare } from './share.js';

/** What came of a share of a part, and when. */
export interface Kept {
  readonly part: string;
  /** As in 1/8. */
  readonly share: string;
  readonly noticed: number;
  readonly tried: number;
  /** As in 2026-11-28. */
  readonly date: string;
}

const ROW = /^\| ([\w-]+) \| (\d+\/\d+) \| (\d+) \| (\d+) \| [\d.]+ % \| (\d{4}-\d\d-\d\d) \|$/gm;

/** The rows of a text of `asMarkdown`. */
export function readKept(text: string): Kept[] {
  return [...text.matchAll(ROW)].map(([, part = '', share = '', noticed, tried, date = '']) => ({
    part,
    share,
    noticed: Number(noticed),
    tried: Number(tried),
    date,
  }));
}

/** With a new row, without those of the same part that it replaces: the same share, and shares of another size. */
export function keepBeside(before: readonly Kept[], row: Kept): Kept[] {
  const { of } = readShare(row.share);
  const stays = (other: Kept) =>
    other.part !== row.part || (other.share !== row.share && readShare(other.share).of === of);
  return [...before.filter(stays), row];
}

/** A table in the order of the parts and their shares, with a sum of each part that was tried in several. */
export function asMarkdown(kept: readonly Kept[]): string {
  const lines = Object.keys(PARTS).flatMap((part) => linesOf(kept.filter((row) => row.part === part)));
  return `# Mutants that tests notice

Written by \`npm run mutation -- --keep\`. At least ${LEAST_SCORE} % should be noticed. A share is one of so many of a part's
files, which are divided by a hash of their names.

| part | share | noticed | tried | score | on |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

function linesOf(rows: readonly Kept[]): string[] {
  const inOrder = rows.toSorted((one, other) => readShare(one.share).which - readShare(other.share).which);
  const lines = inOrder.map(({ part, share, date, ...row }) => `| ${part} | ${share} | ${counts(row)} | ${date} |`);
  if (rows.length < 2) return lines;
  const sum = (of: (row: Kept) => number) => rows.reduce((total, row) => total + of(row), 0);
  const whole = { noticed: sum(({ noticed }) => noticed), tried: sum(({ tried }) => tried) };
  return [...lines, `| **${rows[0]?.part}** | **${rows.length} shares** | ${counts(whole)} | |`];
}

function counts(row: Pick<Kept, 'noticed' | 'tried'>): string {
  return `${row.noticed} | ${row.tried} | ${percentOf(row).toFixed(1)} %`;
}
