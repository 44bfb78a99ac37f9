import { join } from 'node:path';
import { findRun } from '../loop/store/runs.js';
import { recordedPlan } from '../run/recorded-plan.js';
import { runTutorial } from '../run/run-tutorial.js';
import type { Context } from './context.js';
import { exitCodeOf, type Showing, showRun } from './one-run.js';
import { readSettings, type Settings } from './settings.js';

/** Does a run again with the answers that its models gave: new containers, the same words, no cost. */
export async function replayCommand(
  context: Context,
  runId: string | undefined,
  flags: Settings & Showing,
): Promise<number> {
  const { outputDir } = await readSettings(context, flags);
  const folder = await findRun(outputDir, runId);
  const recorded = await recordedPlan(folder, context.cwd);
  const plan = { ...recorded, config: { ...recorded.config, outputDir } };
  const replayFrom = recorded.config.cache ? join(outputDir, 'cache') : join(folder, 'model');
  const { report } = await showRun(context, flags, (shown) => runTutorial({ plan, ...context, replayFrom, ...shown }));
  return exitCodeOf(report);
}
