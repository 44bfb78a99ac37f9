import * as z from 'zod';
import type { InsideResult } from '../../container/run-inside.js';
import type { SmileContainer } from '../../container/smile-container.js';
import { SmileError } from '../../contract/errors.js';
import { PLACES } from '../../contract/judge-task.js';
import { type Verdict, verdictSchema } from '../../contract/loop-state.js';
import type { Checks } from '../plan.js';

const findingSchema = z.union([z.object({ verdict: verdictSchema }), z.object({ unusable: z.string().max(10_000) })]);

/**
 * Lets the checks judge, in a container that runs.
 * @throws SmileError `checks_unusable` where they cannot: that says nothing about the tutorial
 */
export async function judgeInside(
  container: SmileContainer,
  { task, timeoutMs }: Pick<Checks, 'task' | 'timeoutMs'>,
): Promise<Verdict> {
  const argv = ['node', `${PLACES.inside}/judge.mjs`, JSON.stringify(task)];
  const ran = await container.runInside(argv, { timeout: timeoutMs, folder: PLACES.work });
  const finding = findingSchema.safeParse(jsonOf(ran.stdout));
  if (!finding.success) throw unusable(`They ended without a verdict. ${wordsOf(ran)}`);
  if ('unusable' in finding.data) throw unusable(finding.data.unusable);
  return finding.data.verdict;
}

function unusable(why: string): SmileError {
  return new SmileError('checks_unusable', `The checks cannot be used: ${why}`);
}

function wordsOf({ timedOut, exitCode, stderr }: InsideResult): string {
  if (timedOut) return 'They took too long.';
  return `Exit code ${exitCode}. ${stderr.trim().slice(-500)}`.trim();
}

/** Its last line: what the checks leave running may print, too. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text.trim().split('\n').at(-1) ?? '');
  } catch {
    return undefined;
  }
}
