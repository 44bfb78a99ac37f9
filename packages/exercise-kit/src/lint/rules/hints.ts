import { join } from 'node:path';
import type { CriterionConfig } from '@agent-factory/protocol';
import { filesBelow, readTextIfThere } from '../../content/files.js';
import { CONFIG_FILE, SOLUTION_FOLDER, STARTER_FOLDER } from '../../content/names.js';
import type { Finding } from '../finding.js';
import type { Subject } from '../rule.js';

/** Shorter lines give nothing away: `return result`, `})`, `else:`. */
const SHORTEST_TELLING_LINE = 16;
/** Fewer rungs do not lead from where to look to a partial step. */
const FEWEST_RUNGS = 3;

/** Hints lead to the solution without giving it away. */
export function checkHints({ draft, config }: Subject): Finding[] {
  const secrets = solutionLines(draft.dir);
  return [
    ...config.criteria.flatMap(({ id, hints = [] }) =>
      hints.flatMap((hint, index) => problemsOf(hint, secrets).map((text) => error(`hints of ${id}, ${index}`, text))),
    ),
    ...missingLadders(config.criteria),
  ];
}

function problemsOf(hint: string, secrets: readonly string[]): string[] {
  if (hint.trim() === '') return ['found an empty hint; write one, or remove it'];
  const shared = secrets.find((line) => normalised(hint).includes(line));
  return shared === undefined ? [] : [`says a line of the solution: ${shared}`];
}

function missingLadders(criteria: readonly CriterionConfig[]): Finding[] {
  if (criteria.length === 0) return [warning('criteria', 'none are listed, so the panel cannot offer hints')];
  return criteria.flatMap(({ id, hints = [] }) => {
    if (hints.length >= FEWEST_RUNGS) return [];
    const found = hints.length === 0 ? 'no hint ladder' : `a hint ladder of ${hints.length}`;
    return [
      warning(`hints of ${id}`, `found ${found}; ${FEWEST_RUNGS} or 4 rungs lead from where to look to a partial step`),
    ];
  });
}

/** Lines of the solution that are not in the starter, which everybody sees. */
function solutionLines(dir: string): string[] {
  const shown = new Set(linesBelow(join(dir, STARTER_FOLDER)));
  return linesBelow(join(dir, SOLUTION_FOLDER)).filter(
    (line) => line.length >= SHORTEST_TELLING_LINE && !shown.has(line),
  );
}

function linesBelow(folder: string): string[] {
  return filesBelow(folder).flatMap((path) => (readTextIfThere(join(folder, path)) ?? '').split('\n').map(normalised));
}

function normalised(line: string): string {
  return line.replaceAll(/\s+/g, ' ').trim();
}

const error = (at: string, message: string): Finding => ({ severity: 'error', file: CONFIG_FILE, at, message });
const warning = (at: string, message: string): Finding => ({ severity: 'warning', file: CONFIG_FILE, at, message });
