import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Criterion, VerificationResult } from '@agent-factory/protocol';
import type { Exercise } from '../exercise.js';
import { ifThere } from '../file-system.js';
import { checkByFiles } from './files-check.js';
import { notJudged } from './result.js';
import { checkByScript } from './script-check.js';

export interface CheckOptions {
  workspace: string;
  /** The environment of the check, to which AF_EXERCISE_DIR, AF_WORKSPACE and PYTHONDONTWRITEBYTECODE are added. */
  env: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Called for each criterion as soon as it is decided. */
  onCriterion?: ((criterion: Criterion) => void) | undefined;
}

/**
 * Tells where the student stands. Whatever a check does (hang, crash, flood, print nonsense), the
 * answer is a result that says so; only the reason of the signal is thrown, where that ended it.
 */
export async function checkWork(exercise: Exercise, options: CheckOptions): Promise<VerificationResult> {
  options.signal?.throwIfAborted();
  const workspace = resolve(options.workspace);
  const found = await ifThere(stat(workspace));
  const nothing = { criteria: [], durationMs: 0 };
  if (!found?.isDirectory()) return notJudged('workspace_missing', nothing);
  const check = exercise.config.verification;
  if (check === undefined) return notJudged('check_missing', nothing);
  if (check.type === 'files') return checkByFiles(check.files, { ...options, workspace });
  return checkByScript(exercise, check, { ...options, workspace });
}
