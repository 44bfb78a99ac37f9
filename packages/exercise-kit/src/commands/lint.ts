import { chooseDrafts, type Draft, readDrafts } from '../content/draft.js';
import type { Project } from '../content/project.js';
import { describeFinding, type Finding } from '../lint/finding.js';
import { lint } from '../lint/lint.js';
import { count } from '../output/count.js';
import type { Output } from '../output/output.js';
import { mapBounded } from '../pool.js';

export interface LintOptions {
  json?: boolean | undefined;
  /** How many exercises to read at a time. */
  jobs: number;
}

interface Report {
  id: string;
  findings: Finding[];
}

/** Reports what is wrong with the exercises. Returns 1 if there is an error, 0 if there are only warnings. */
export async function lintCommand(
  project: Project,
  ids: readonly string[],
  { json, jobs }: LintOptions,
  output: Output,
): Promise<number> {
  const all = readDrafts(project);
  const reports = await mapBounded(chooseDrafts(project, ids), jobs, async (draft: Draft): Promise<Report> => {
    return { id: draft.id, findings: await lint(draft, all, project) };
  });
  if (json) output.out(JSON.stringify({ exercises: reports }, null, 2));
  else sayReports(reports, output);
  return number(reports, 'error') > 0 ? 1 : 0;
}

function sayReports(reports: readonly Report[], output: Output): void {
  for (const { id, findings } of reports) {
    if (findings.length === 0) output.out(`✓ ${id}`);
    else output.out(`${findings.some(isError) ? '✗' : '!'} ${id}`);
    for (const finding of findings) output.out(`  ${finding.severity}: ${id}/${describeFinding(finding)}`);
  }
  const [errors, warnings] = [number(reports, 'error'), number(reports, 'warning')];
  output.out(`${count(reports.length, 'exercise')}: ${count(errors, 'error')}, ${count(warnings, 'warning')}`);
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function number(reports: readonly Report[], severity: Finding['severity']): number {
  return reports.flatMap(({ findings }) => findings).filter((finding) => finding.severity === severity).length;
}
