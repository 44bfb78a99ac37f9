import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { FIND_GUARDED_NODE } from '../../container/request/guarded-node.js';
import type { InsideResult } from '../../container/run-inside.js';
import type { SmileContainer } from '../../container/smile-container.js';
import { SmileError } from '../../contract/errors.js';
import { PLACES } from '../../contract/judge-task.js';
import { type Verdict, verdictSchema } from '../../contract/loop-state.js';
import { openLine } from '../../contract/sealed-line.js';
import type { Checks } from '../plan.js';

const findingSchema = z.union([z.object({ verdict: verdictSchema }), z.object({ unusable: z.string().max(10_000) })]);
/** 256 bits. */
const KEY_BYTES = 32;

const GUARDED = `${FIND_GUARDED_NODE}\nexec "$node" "$@"`;

/**
 * Lets the checks judge, in a container that runs. What they run is a student's, and may write to the same output, or
 * end who judges: a verdict counts only with the seal of this judge, which is told its key where nobody else can read.
 * @throws SmileError `checks_unusable` where they cannot: that says nothing about the tutorial
 */
export async function judgeInside(
  container: SmileContainer,
  { task, timeoutMs }: Pick<Checks, 'task' | 'timeoutMs'>,
): Promise<Verdict> {
  const key = randomBytes(KEY_BYTES).toString('hex');
  const argv = ['sh', '-c', GUARDED, 'judge', `${PLACES.inside}/judge.mjs`, JSON.stringify(task)];
  const ran = await container.runInside(argv, { timeout: timeoutMs, folder: PLACES.work, input: `${key}\n` });
  const told = ran.stdout.split('\n').flatMap((line) => openLine(key, line) ?? []);
  const finding = findingSchema.safeParse(JSON.parse(told[0] ?? 'null'));
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
