import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { VerificationResult } from '@agent-factory/protocol';
import type { Exercise } from '../exercise.js';
import { ifThere } from '../file-system.js';
import { checkByFiles } from './files-check.js';
import type { CheckOptions } from './options.js';
import { notJudged } from './result.js';
import { checkByScript } from './script-check.js';

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
  if (check === undefined || check.type === 'checks') return notJudged('check_missing', nothing);
  if (check.type === 'files') return checkByFiles(check.files, { ...options, workspace });
  return checkByScript(exercise, check, { ...options, workspace });
}
