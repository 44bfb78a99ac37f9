import type { Verdict } from './sabotage.js';

/** "12 caught, 0 survived, 0 unclear". */
export function sumOf(verdicts: readonly Pick<Verdict, 'outcome'>[]): string {
  const count = (outcome: Verdict['outcome']) => verdicts.filter((verdict) => verdict.outcome === outcome).length;
  return `${count('caught')} caught, ${count('survived')} survived, ${count('unclear')} unclear`;
}

/** One line for the terminal; of what is unclear, all that is known. */
export function lineOf({ id, outcome, said, ms }: Verdict): string {
  const mark = outcome === 'caught' ? '✓' : '✗';
  const seconds = `${(ms / 1000).toFixed(0)} s`;
  const words = outcome === 'unclear' ? said : said.slice(0, MOST_CHARACTERS);
  return `${mark} ${id}: ${outcome} (${seconds})${words === '' ? '' : `: ${words}`}`;
}

/** Of what a test says, this much tells what it is about. */
const MOST_CHARACTERS = 160;

/** What came of a row when it was last tried. */
export interface Kept extends Pick<Verdict, 'id' | 'outcome' | 'said'> {
  /** The day, as in "2026-03-01". */
  readonly date: string;
  /** The beginning of the commit that was tried. */
  readonly commit: string;
}

const KEPT_LINE = /^\| (.+?) \| (caught|survived|unclear) \| (\d{4}-\d\d-\d\d) \| (\w+) \| (.*) \|$/gm;

/** Reads what `asMarkdown` has written. */
export function readKept(markdown: string): Kept[] {
  return [...markdown.matchAll(KEPT_LINE)].map(([, id = '', outcome, date = '', commit = '', said = '']) => ({
    id,
    outcome: outcome as Kept['outcome'],
    date,
    commit,
    said,
  }));
}

/** What is known of rows, the newer before the older; of rows that no longer have a break, nothing. */
export function mergeKept(newer: readonly Kept[], older: readonly Kept[], withBreak: ReadonlySet<string>): Kept[] {
  const all = new Map([...older, ...newer].map((kept) => [kept.id, kept]));
  return [...all.values()].filter(({ id }) => withBreak.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1));
}

export interface Untried {
  /** Rows that have to be broken and have no edit, or whose edit was not tried. */
  readonly unbroken: readonly string[];
  readonly unbreakable: ReadonlyMap<string, string>;
}

/** Results of whole and partial runs together, to be kept beside the edits. */
export function asMarkdown(kept: readonly Kept[], { unbroken, unbreakable }: Untried): string {
  return [
    '# What the tests of whole programs notice',
    '',
    'Written by `npm run sabotage -- --keep`, row by row as each was last tried:',
    `${sumOf(kept)}; ${unbroken.length} not tried yet, ${unbreakable.size} that no edit can break.`,
    '',
    '| row | outcome | date | commit | what its test said |',
    '|---|---|---|---|---|',
    ...kept.map(({ id, outcome, date, commit, said }) => `| ${id} | ${outcome} | ${date} | ${commit} | ${said} |`),
    ...unbroken.map((id) => `| ${id} | not tried yet | | | |`),
    ...[...unbreakable].map(([id, reason]) => `| ${id} | cannot be broken | | | ${cell(reason)} |`),
    '',
  ].join('\n');
}

/** A text in a cell of a table: its first line, shortened. */
export function cell(text: string): string {
  const line =
    text
      .split(/[\n\r\u2028\u2029]/)[0]
      ?.slice(0, MOST_CHARACTERS)
      .trim() ?? '';
  return line.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
