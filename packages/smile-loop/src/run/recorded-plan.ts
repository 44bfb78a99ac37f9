import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { configFrom } from '../config/load.js';
import { SmileError } from '../contract/errors.js';
import { isMissing } from '../loop/store/disk.js';
import { RUN_FILES, readRunFile } from '../loop/store/run.js';
import { loadTutorial } from '../tutorial/load.js';
import { makePlan, type Plan } from './plan.js';

/**
 * The plan by which a run was started: its configuration, and its tutorial as the student had it, whatever has become
 * of the file. Of an exercise, the checks are those of now.
 * @throws SmileError `state_unreadable`, and as `makePlan`
 */
export async function recordedPlan(folder: string, cwd: string): Promise<Plan> {
  const file = await readRunFile(folder);
  const config = configFrom(file.config, join(folder, RUN_FILES.run));
  const staged = join(folder, 'tutorial');
  const names = await readdir(staged).catch(none);
  const named = basename(file.target);
  // A lesson or an exercise is not called as its file is.
  const own = names.includes(named) ? named : (await makePlan(config, file.target, cwd)).tutorial.name;
  const name = names.includes(own) ? own : names.find((one) => /\.mdx?$/.test(one));
  if (name !== undefined) return makePlan(config, file.target, cwd, await loadTutorial(join(staged, name)));
  throw new SmileError('state_unreadable', `${folder} has no tutorial any more. Start a new run.`, { folder });
}

/** Of a run that was killed before it had begun. */
function none(error: unknown): string[] {
  if (isMissing(error)) return [];
  throw error;
}
