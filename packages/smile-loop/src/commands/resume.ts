import { findRun } from '../loop/store/runs.js';
import { recordedPlan } from '../run/recorded-plan.js';
import { resumeTutorial } from '../run/run-tutorial.js';
import type { Context } from './context.js';
import { exitCodeOf, type Showing, showRun } from './one-run.js';
import { readSettings, type Settings } from './settings.js';

/** Goes on with a run that was ended in its middle. */
export async function resumeCommand(
  context: Context,
  runId: string | undefined,
  flags: Settings & Showing,
): Promise<number> {
  const { outputDir } = await readSettings(context, flags);
  const folder = await findRun(outputDir, runId);
  const plan = await recordedPlan(folder, context.cwd);
  const { report } = await showRun(context, flags, (shown) => resumeTutorial(folder, { plan, ...context, ...shown }));
  return exitCodeOf(report);
}
