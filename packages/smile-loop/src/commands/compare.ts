import type { Report } from '../contract/report.js';
import { makePlan } from '../run/plan.js';
import { type Comparison, compare, type Version } from '../statistics/compare.js';
import { repeatSummary } from '../statistics/repeat.js';
import { type Context, note, say } from './context.js';
import { type RunFlags, repeatRuns } from './run.js';
import { readSettings } from './settings.js';

/** Tries two versions of a tutorial, and says whether one is easier to follow. 1 if it is the first. */
export async function compareCommand(
  context: Context,
  [a, b]: readonly [string, string],
  flags: RunFlags,
): Promise<number> {
  const config = await readSettings(context, flags);
  const versions: Version[] = [];
  for (const target of [a, b]) {
    if (!flags.quiet) note(context, target);
    versions.push(versionOf(target, await repeatRuns(context, await makePlan(config, target, context.cwd), flags)));
  }
  const [before, after] = versions as [Version, Version];
  const comparison = compare(before, after);
  say(context, flags.json ? JSON.stringify({ type: 'comparison', ...comparison }) : comparison.sentence);
  return isWorse(before, after, comparison) ? 1 : 0;
}

function versionOf(name: string, reports: readonly Report[]): Version {
  const { passed, runs } = repeatSummary(reports.map(({ meta, gaps }) => ({ outcome: meta.outcome, gaps })));
  return { name, passed, runs };
}

function isWorse(before: Version, after: Version, { significant }: Comparison): boolean {
  return significant && after.passed / after.runs < before.passed / before.runs;
}
