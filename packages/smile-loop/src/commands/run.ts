import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { SmileError } from '../contract/errors.js';
import type { Report } from '../contract/report.js';
import { toJunit } from '../report/formats/junit.js';
import { makePlan, type Plan } from '../run/plan.js';
import { runTutorial } from '../run/run-tutorial.js';
import { repeatSentence, repeatSummary } from '../statistics/repeat.js';
import { type Context, note, say } from './context.js';
import { exitCodeOf, type Showing, showRun } from './one-run.js';
import { openPage } from './open-page.js';
import { readSettings, type Settings } from './settings.js';

export interface RunFlags extends Settings, Showing {
  readonly repeat: number;
  readonly junit?: string;
  readonly open?: boolean;
}

/** Tries a tutorial, once or several times. */
export async function runCommand(context: Context, target: string | undefined, flags: RunFlags): Promise<number> {
  const plan = await makePlan(await readSettings(context, flags), target, context.cwd);
  const reports = await repeatRuns(context, plan, flags);
  if (flags.junit !== undefined) await writeJunit(resolve(context.cwd, flags.junit), reports);
  if (flags.repeat > 1) tellTogether(context, flags, reports);
  return Math.max(...reports.map(exitCodeOf));
}

/** One after the other, for only one loop may run. A stop ends them all. */
export async function repeatRuns(context: Context, plan: Plan, flags: RunFlags): Promise<Report[]> {
  const reports: Report[] = [];
  for (let number = 1; number <= flags.repeat; number += 1) {
    if (flags.repeat > 1 && !flags.quiet) note(context, `Run ${number} of ${flags.repeat}`);
    const { report } = await showRun(context, flags, ({ onEvent, onAddress }) =>
      runTutorial({
        plan,
        ...context,
        onEvent,
        onAddress: (address) => {
          onAddress(address);
          if (flags.open) openPage(context, address);
        },
      }),
    );
    reports.push(report);
    if (context.stop.signal.aborted) break;
  }
  return reports;
}

function tellTogether(context: Context, { json, quiet }: Showing, reports: readonly Report[]): void {
  const summary = repeatSummary(reports.map(({ meta, gaps }) => ({ outcome: meta.outcome, gaps })));
  if (json) say(context, JSON.stringify({ type: 'repeat', ...summary }));
  else if (!quiet) say(context, repeatSentence(summary));
}

async function writeJunit(path: string, reports: readonly Report[]): Promise<void> {
  try {
    await writeFile(path, toJunit(reports));
  } catch (error) {
    throw new SmileError('report_unwritable', `${path} cannot be written: ${String(error)}`, { path });
  }
}
