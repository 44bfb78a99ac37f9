import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import { BUDGETS, type Result, type Unit } from './budgets.js';

const run = promisify(execFile);
const HEADER = ['', 'what', 'measured', 'at most', 'in the same run'];

/** A row that could not be measured counts as missed: nobody knows whether its budgets are met. */
export interface Failure {
  readonly row: string;
  readonly message: string;
}

export interface Report {
  readonly short: boolean;
  readonly results: readonly Result[];
  readonly failures: readonly Failure[];
}

/** One table, and below it what was missed. */
export function asText({ short, results, failures }: Report): string {
  const rows = results.map((result) => {
    const { title, unit } = BUDGETS[result.budget];
    return [
      result.met ? '✓' : '✗',
      title,
      amount(result.value, unit),
      amount(result.most, unit),
      besides(result, unit),
    ];
  });
  const missed = results.filter(({ met }) => !met).map(({ budget }) => budget);
  const verdicts = [
    ...failures.map(({ row, message }) => `${row} could not be measured: ${message}`),
    ...(missed.length > 0 ? [`Missed: ${missed.join(', ')}.`] : []),
    ...(missed.length + failures.length === 0 ? [`All ${results.length} budgets measured are met.`] : []),
    ...(short
      ? ['This was a short run: "at most" is three times the budget, and what misses it is looked at twice.']
      : []),
  ];
  return `${align([HEADER, ...rows])}\n\n${verdicts.join('\n')}\n`;
}

/** The same as JSON, with what it was measured on. Units are in every result. */
export async function asJson({ short, results, failures }: Report): Promise<string> {
  const machine = { platform: process.platform, processors: cpus().length, model: cpus()[0]?.model.trim() };
  const versions = { node: process.version, tmux: (await run('tmux', ['-V'])).stdout.trim() };
  const rows = results.map((result) => {
    const { title, unit } = BUDGETS[result.budget];
    return { ...result, title, unit };
  });
  return `${JSON.stringify({ measuredAt: new Date().toISOString(), short, machine, versions, results: rows, failures }, null, 2)}\n`;
}

function besides({ value, compared = {}, note }: Result, unit: Unit): string {
  const others = Object.entries(compared).map(
    ([name, other]) => `${name} ${amount(other, unit)} (${(value / other).toFixed(2)}×)`,
  );
  return [...others, ...(note === undefined ? [] : [note])].join(', ');
}

/** Three significant digits, and all digits of whole numbers. */
function amount(value: number, unit: Unit): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`;
}

function align(rows: readonly string[][]): string {
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number) => cell.padEnd(widths[column] ?? 0);
  return rows.map((row) => row.map(pad).join('  ').trimEnd()).join('\n');
}
