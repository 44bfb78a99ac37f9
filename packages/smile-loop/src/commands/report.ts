import { findRun } from '../loop/store/runs.js';
import { type ReportFormat, readReport, renderReport } from '../report/files/read.js';
import { withoutControls } from '../report/shorten.js';
import type { Context } from './context.js';
import { exitCodeOf } from './one-run.js';
import { readSettings, type Settings } from './settings.js';

export interface ReportFlags extends Settings {
  readonly format: ReportFormat;
}

/** Prints the report of a run, or of the newest one; its exit code is that run's. */
export async function reportCommand(context: Context, runId: string | undefined, flags: ReportFlags): Promise<number> {
  const { outputDir } = await readSettings(context, flags);
  const report = await readReport(await findRun(outputDir, runId));
  const text = renderReport(report, flags.format);
  // A patch has the tutorial's own text, whose controls are for a file to keep, and not for a terminal to follow.
  const shown = context.stdout.isTTY === true ? withoutControls(text) : text;
  context.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`);
  return exitCodeOf(report);
}
