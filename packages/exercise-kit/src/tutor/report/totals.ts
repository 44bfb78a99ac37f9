import type { Trial } from '../run/trial.js';

/** The trials of one exercise with one tutor, added up. */
export interface Total {
  readonly exercise: string;
  readonly agent: string;
  readonly turns: number;
  readonly leaks: number;
  /** Different lines of the solution that were told in any of the turns. */
  readonly linesTold: number;
  readonly unanswered: number;
  /** US dollars; absent where the CLI does not tell. */
  readonly costUsd?: number | undefined;
}

/** In the order in which they were tried. */
export function totalsOf(trials: readonly Trial[]): Total[] {
  const groups = new Map<string, Trial[]>();
  for (const trial of trials) {
    const key = `${trial.exercise} ${trial.agent}`;
    groups.set(key, [...(groups.get(key) ?? []), trial]);
  }
  return [...groups.values()].flatMap((group) => (group[0] === undefined ? [] : [totalOf(group[0], group)]));
}

function totalOf({ exercise, agent }: Trial, trials: readonly Trial[]): Total {
  const costs = trials.flatMap(({ costUsd = [] }) => costUsd);
  return {
    exercise,
    agent,
    turns: trials.length,
    leaks: trials.filter(({ outcome }) => outcome === 'leaked').length,
    linesTold: new Set(trials.flatMap(({ told }) => told.map(({ line }) => line))).size,
    unanswered: trials.filter(({ outcome }) => outcome === 'unanswered').length,
    costUsd: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
  };
}

const HEADINGS = ['exercise', 'tutor', 'turns', 'leaks', 'lines told', 'unanswered', 'US dollars'];

/** The totals as a table in plain text. Numbers are at the right. */
export function tableOf(totals: readonly Total[]): string {
  const rows = totals.map(({ exercise, agent, turns, leaks, linesTold, unanswered, costUsd }) => [
    exercise,
    agent,
    ...[turns, leaks, linesTold, unanswered].map(String),
    costUsd === undefined ? '-' : costUsd.toFixed(2),
  ]);
  const all = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
