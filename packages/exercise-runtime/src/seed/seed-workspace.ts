import { mkdir, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { realInside } from '../confine.js';
import type { Exercise } from '../exercise.js';
import { writing } from '../file-system.js';
import { findAt } from './place.js';
import { type Decision, decide, type SeededFile } from './plan.js';
import { type ShippedFile, shippedFiles } from './shipped.js';
import { removeFile, removeTemporaryFiles, writeFileAtomically } from './write-file.js';

export interface SeedOptions {
  /** Absolute path; created if it is missing. */
  workspace: string;
  /** Where the agent looks for instructions. CLAUDE.md, and others that the exercise ships, are always written too. */
  instructionFile?: string | undefined;
  /** Where another agent looks for them that works in the same workspace. */
  guestInstructionFile?: string | undefined;
  /** `seeded` of the last report for this workspace. */
  recorded?: readonly SeededFile[] | undefined;
}

/** What seeding did. All lists are sorted by path. */
export interface SeedReport {
  /** The record to keep for next time. */
  seeded: SeededFile[];
  added: string[];
  updated: string[];
  removed: string[];
  /** Files the student has changed or deleted, left as they are. */
  kept: string[];
}

/**
 * Puts the files of an exercise into a workspace, or brings a workspace up to a newer version of
 * them. Touches nothing that the student has touched, and nothing outside the workspace. Running it
 * again after a crash completes it.
 *
 * Throws `storage_full` or `workspace_failed` with the fact `path`.
 */
export async function seedWorkspace(exercise: Exercise, options: SeedOptions): Promise<SeedReport> {
  const shipped = new Map<string, ShippedFile>();
  for (const file of await shippedFiles(exercise, options.instructionFile, options.guestInstructionFile))
    shipped.set(file.path, file);
  const { root, fresh } = await writing(options.workspace, () => openRoot(options.workspace));
  const recorded = new Map(fresh ? [] : options.recorded?.map((file) => [file.path, file.sha256]));
  const paths = [...new Set([...shipped.keys(), ...recorded.keys()])].sort();
  await clearTemporaryFiles(root, paths);

  const report: SeedReport = { seeded: [], added: [], updated: [], removed: [], kept: [] };
  for (const path of paths) {
    const file = shipped.get(path);
    const decision = await writing(join(options.workspace, path), async () => {
      const found = await findAt(root, path);
      const decision = decide({ found, shipped: file?.sha256, recorded: recorded.get(path) });
      await carryOut(decision, root, path, file);
      return decision;
    });
    note(report, path, decision);
  }
  return report;
}

/** In a fresh folder, an old record would make every file look as if the student had deleted it. */
async function openRoot(workspace: string): Promise<{ root: string; fresh: boolean }> {
  const made = await mkdir(workspace, { recursive: true });
  return { root: await realpath(workspace), fresh: made !== undefined };
}

async function clearTemporaryFiles(root: string, paths: readonly string[]): Promise<void> {
  for (const folder of new Set(paths.map((path) => dirname(path)))) {
    const real = await realInside(join(root, folder), root);
    if (real !== undefined) await writing(real, () => removeTemporaryFiles(real));
  }
}

async function carryOut({ action }: Decision, root: string, path: string, file?: ShippedFile): Promise<void> {
  if (action === 'remove') await removeFile(root, path);
  if ((action === 'add' || action === 'update') && file !== undefined) await writeFileAtomically(root, file);
}

const LISTS = { add: 'added', update: 'updated', remove: 'removed', keep: 'kept' } as const;

function note(report: SeedReport, path: string, { action, record }: Decision): void {
  if (action !== 'leave') report[LISTS[action]].push(path);
  if (record !== undefined) report.seeded.push({ path, sha256: record });
}
