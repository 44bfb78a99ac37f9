import type { Outcome } from '../contract/outcomes.js';
import type { Gap, Report } from '../contract/report.js';
import { duration, money } from '../report/formats/words.js';
import { rankOf } from '../report/severity.js';
import { keepStart, withoutControls } from '../report/shorten.js';
import { fitColumns } from './width.js';

/** Gaps that the summary names; the report has all. */
const MAX_GAPS = 10;
const MAX_TEXT_CHARS = 500;

/** How each outcome is said, its colour (SGR), and what to do next. */
const SAID: Readonly<Record<Outcome, { words: string; colour: number; next: string }>> = {
  passed: { words: 'Passed', colour: 32, next: 'Nothing: the text is enough to follow it.' },
  docs_gap: { words: 'The tutorial has gaps', colour: 31, next: 'Apply the patches of the report, and run it again.' },
  budget_exhausted: {
    words: 'Not decided: the budget is spent',
    colour: 33,
    next: 'Raise maxIterations, timeout or the cost cap.',
  },
  infra_error: {
    words: 'Not decided: the machine or the network failed',
    colour: 33,
    next: 'Mend it, and run it again.',
  },
  harness_error: {
    words: 'Not decided: this program failed',
    colour: 33,
    next: 'Run it again; the audit log has the details.',
  },
  agent_refusal: { words: 'Not decided: the model refused', colour: 33, next: 'Run it again with another model.' },
};

export interface SummaryOptions {
  /** Where the report is; undefined where it could only be printed. */
  folder: string | undefined;
  columns: number;
  colour: boolean;
}

/** Colour is for terminals, and only where nobody has switched it off (no-color.org: any value but an empty one). */
export function wantsColour(
  stream: { isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
): boolean {
  return stream.isTTY === true && !environment.NO_COLOR && environment.TERM !== 'dumb';
}

/** The block at a run's end: what came of it, each gap in a line, where the report is, what to do next. */
export function summaryBlock({ meta, gaps }: Report, { folder, columns, colour }: SummaryOptions): string {
  const { words, colour: code, next } = SAID[meta.outcome];
  const paint = (text: string) => (colour ? `\x1b[${code}m${text}\x1b[39m` : text);
  const facts = [`${meta.iterations} iterations`, duration(meta.duration), money(meta.cost.usd)].join(', ');
  const lines = [
    plain(meta.summary),
    facts,
    ...gapLines(gaps),
    ...(folder === undefined ? [] : [`Report: ${plain(folder)}`]),
    `Next: ${next}`,
  ];
  return `${paint(words)}\n${lines.map((line) => `${isPlace(line) ? line : fitColumns(line, columns)}\n`).join('')}`;
}

/** A path that is cut off cannot be opened. */
function isPlace(line: string): boolean {
  return line.startsWith('Report: ');
}

function gapLines(gaps: readonly Gap[]): string[] {
  const sorted = gaps.toSorted((a, b) => rankOf(a.severity) - rankOf(b.severity) || a.id - b.id);
  const shown = sorted.slice(0, MAX_GAPS).map(({ location, severity, title }) => {
    const place = location.line === null ? 'no line' : `line ${location.line}`;
    return `  ${place} (${severity}): ${plain(title)}`;
  });
  const rest = sorted.length - shown.length;
  return rest > 0 ? [...shown, `  and ${rest} more in the report`] : shown;
}

function plain(text: string): string {
  return keepStart(withoutControls(text), MAX_TEXT_CHARS);
}
