import { readdir, readFile } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import * as z from 'zod';
import { SmileError } from '../contract/errors.js';
import type { RecordedRun } from '../contract/recorded-run.js';
import { type Report, reportSchema } from '../contract/report.js';
import { isMissing } from '../loop/store/disk.js';
import type { RunFile } from '../loop/store/records.js';
import { readEvents, readRunFile, readState } from '../loop/store/run.js';
import { REPORT_FILES } from '../report/files/write.js';

/** What the page needs of the configuration that a run was started with. */
const settingsSchema = z.object({ maxIterations: z.number().int().nullable().default(null) });

/** `recorded` says whether nothing is added to the run any more. Throws `state_unreadable`. */
export async function readRecordedRun(runFolder: string, recorded: boolean): Promise<RecordedRun> {
  const [file, state, report, events] = await Promise.all([
    readRunFile(runFolder),
    readState(runFolder),
    reportOf(runFolder),
    readEvents(runFolder),
  ]);
  const { data: settings } = settingsSchema.safeParse(file.config);
  const text = await tutorialOf(runFolder, file);
  return { name: nameOf(file), text, maxIterations: settings?.maxIterations ?? null, recorded, state, report, events };
}

/** As the author named it; of a path from the root, its end. */
function nameOf({ target }: RunFile): string {
  return isAbsolute(target) ? basename(target) : target;
}

async function reportOf(runFolder: string): Promise<Report | null> {
  const path = join(runFolder, REPORT_FILES.json);
  const text = await textOf(path);
  if (text === null) return null;
  try {
    return reportSchema.parse(JSON.parse(text));
  } catch (cause) {
    const message = `${path} is not a report of this version. Move it away to see the run without it.`;
    throw new SmileError('state_unreadable', message, { path, cause: String(cause) });
  }
}

/** The file that the target names; of a lesson or an exercise, the only Markdown file there is. */
async function tutorialOf(runFolder: string, { target }: RunFile): Promise<string | null> {
  const folder = join(runFolder, 'tutorial');
  const names = await readdir(folder).catch(none);
  const name = names.find((found) => found === basename(target)) ?? names.find((found) => /\.mdx?$/.test(found));
  return name === undefined ? null : textOf(join(folder, name));
}

async function textOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
}

function none(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}
