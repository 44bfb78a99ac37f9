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
 * Finds out where the student stands. Whatever a check does (hang, crash, flood, print nonsense), the
 * answer is a result that says so. Throws only the signal's reason if it was aborted, and
 * `workspace_failed` with `path` if the system does not let us look.
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
  // A check must leave nothing behind in the workspace; Python would leave its bytecode.
  return { ...env, AF_EXERCISE_DIR: dir, AF_WORKSPACE: workspace, PYTHONDONTWRITEBYTECODE: '1' };
}
