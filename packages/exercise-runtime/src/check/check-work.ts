import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { VerificationResult } from '@agent-factory/protocol';
import type { Exercise } from '../exercise.js';
import { ifThere, reading } from '../file-system.js';
import { runDeclaredChecks } from './declared/declared-checks.js';
import type { CheckOptions } from './options.js';
import { notJudged } from './result.js';
import { checkByScript } from './script/script-check.js';

/**
 * Tells where the student stands. Whatever a check does (hang, crash, flood, print nonsense), the
 * answer is a result that says so; only the reason of the signal is thrown, where that ended it, and
 * `workspace_failed` with `path` where the system does not let us look.
 */
export async function checkWork(exercise: Exercise, options: CheckOptions): Promise<VerificationResult> {
  options.signal?.throwIfAborted();
  const workspace = resolve(options.workspace);
  const found = await reading(workspace, () => ifThere(stat(workspace)));
  const nothing = { criteria: [], durationMs: 0 };
  if (!found?.isDirectory()) return notJudged('workspace_missing', nothing);
  const check = exercise.config.verification;
  if (check === undefined) return notJudged('check_missing', nothing);
  const inside = { ...options, workspace, env: checkEnvironment(exercise, { ...options, workspace }) };
  if (check.type === 'script') return checkByScript(exercise, check, inside);
  const declared = { criteria: exercise.config.criteria, checks: check.checks, timeoutMs: check.timeout * 1000 };
  return reading(workspace, () => runDeclaredChecks(declared, inside));
}

function checkEnvironment({ dir }: Exercise, { env, workspace }: CheckOptions): Record<string, string> {
  // A check leaves nothing behind in the workspace, and Python would leave its byte code.
  return { ...env, AF_EXERCISE_DIR: dir, AF_WORKSPACE: workspace, PYTHONDONTWRITEBYTECODE: '1' };
}
