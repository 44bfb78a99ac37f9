import { join } from 'node:path';
import type { LoopState } from '../contract/loop-state.js';
import type { Report } from '../contract/report.js';
import { readAudit } from '../loop/store/run.js';
import { buildReport } from '../report/build.js';
import { type Written, writeReport } from '../report/files/write.js';
import { auditLog } from '../report/formats/audit.js';
import { toJson } from '../report/formats/json.js';
import { toMarkdown } from '../report/formats/markdown.js';
import type { ReportInput } from '../report/input.js';
import { auditOf } from './audit.js';
import type { Plan } from './plan.js';

export interface FinishedRun {
  readonly plan: Plan;
  readonly folder: string;
  readonly state: LoopState;
  /** Milliseconds since 1970. */
  readonly endedAtMs: number;
  /** Where the Markdown goes if no file can be written. */
  readonly stdout: Pick<NodeJS.WritableStream, 'write'>;
}

/** Makes the report of a run that has ended: in the run's own folder, and as the newest one in the output folder. */
export async function reportRun(finished: FinishedRun): Promise<{ report: Report; written: Written }> {
  const input = await inputOf(finished);
  const { report } = buildReport(input);
  const texts = { markdown: toMarkdown(report), json: toJson(report), audit: auditLog(input) };
  const { folder, plan, stdout } = finished;
  // What cannot be written here cannot be written there either: it is printed once.
  const own = await writeReport(folder, texts, { stdout: { write: () => true }, retryAfterMs: [] });
  const written = await writeReport(plan.config.outputDir, texts, { stdout });
  return { report, written: written.written || !own.written ? written : { ...own, folder: join(folder) } };
}

async function inputOf({ plan, folder, state, endedAtMs }: FinishedRun): Promise<ReportInput> {
  const { config, tutorial, shownPath, checks } = plan;
  const missing = tutorial.images.filter(({ status }) => status !== 'there' && status !== 'remote');
  return {
    state,
    tutorial: {
      path: shownPath,
      text: tutorial.text,
      imagesMissing: missing.map(({ path, line }) => ({ path, line })),
    },
    student: config.student,
    mentor: config.mentor,
    judgedBy: checks === undefined ? 'model' : 'checks',
    audit: auditOf(await readAudit(folder)),
    endedAt: new Date(endedAtMs),
  };
}
