import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SmileError } from '../../contract/errors.js';
import { type Report, reportSchema } from '../../contract/report.js';
import { toJson } from '../formats/json.js';
import { toJunit } from '../formats/junit.js';
import { toMarkdown } from '../formats/markdown.js';
import { REPORT_FILES } from './write.js';

export const REPORT_FORMATS = ['md', 'json', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** The report that a run has left in its output folder. Throws SmileError (run_not_found, state_unreadable). */
export async function readReport(folder: string): Promise<Report> {
  const path = join(folder, REPORT_FILES.json);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new SmileError('run_not_found', `No report in ${folder}: run a tutorial first, or name the folder of a run`, {
      path,
      cause: String(error),
    });
  });
  const report = reportSchema.safeParse(parse(text));
  if (report.success) return report.data;
  throw new SmileError('state_unreadable', `${path} is not a report of this version: run the tutorial again`, { path });
}

/** Whether the folder of a run has one. */
export async function hasReport(folder: string): Promise<boolean> {
  return await access(join(folder, REPORT_FILES.json)).then(
    () => true,
    () => false,
  );
}

/** A report in one of the forms in which it can be printed. */
export function renderReport(report: Report, format: ReportFormat): string {
  if (format === 'json') return toJson(report);
  return format === 'junit' ? toJunit([report]) : toMarkdown(report);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
