import { access, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CheckReader, interpreterOf } from '@agent-factory/exercise-runtime';
import { type CommandResult, findExecutable, runCommand } from '@agent-factory/subprocess';
import { type JudgeTask, PLACES } from '../contract/judge-task.js';
import type { Criterion } from '../contract/loop-state.js';
import { type JudgeFinding, MAX_MESSAGE_CHARS, ownEnvironment } from './finding.js';
import { faultOf, guarded, MAX_OUTPUT_BYTES } from './interpreter.js';
import { criterionOf } from './judge-exercise.js';

/**
 * Runs an author's script in the work folder. It may print criteria as the checks of exercises do; what it does not
 * say so, its exit code does.
 */
export async function judgeScript(task: Extract<JudgeTask, { kind: 'script' }>): Promise<JudgeFinding> {
  const env = ownEnvironment();
  const script = task.text === undefined ? join(PLACES.checks, task.script) : await written(task.script, task.text);
  const isThere = await access(script).then(
    () => true,
    () => false,
  );
  if (!isThere) return { unusable: `The script of the checks, ${task.script}, is not there.` };
  const interpreter = await interpreterOf(script);
  const program = await findExecutable(interpreter, env);
  if (program === undefined) return { unusable: `The image has no ${interpreter}, which the checks need.` };
  const fault = await faultOf(script, program, interpreter);
  if (fault !== undefined) return { unusable: fault };
  const reader = new CheckReader({ criteria: [], mayNameOthers: true });
  const result = await runCommand(await guarded(program, interpreter), [script], {
    cwd: PLACES.work,
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
    timeoutMs: task.timeoutSeconds * 1000,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    endEscaped: true,
    onStdoutLine: (line) => reader.readLine(line),
  });
  reader.end();
  return findingOf(result, reader, task.timeoutSeconds);
}

/** Only now: while the student was at work, it was not there. */
async function written(name: string, text: string): Promise<string> {
  const script = join(await mkdtemp(join(tmpdir(), 'checks-')), basename(name));
  await writeFile(script, text);
  return script;
}

function findingOf(result: CommandResult, reader: CheckReader, seconds: number): JudgeFinding {
  const { problem, cut } = reader;
  if (problem !== undefined) return { unusable: `What the checks print is no list of criteria: ${problem}.` };
  if (cut && result.exitCode === 0) return { unusable: 'What the checks print stops in the middle.' };
  const criteria = [...reader.criteria.map(criterionOf), ...endOf(result, reader, seconds)];
  return { verdict: { passed: criteria.every(({ passed }) => passed), criteria } };
}

/** How it ended counts too: a script that lists criteria and then fails has not passed. */
function endOf(result: CommandResult, { criteria, talk }: CheckReader, seconds: number): Criterion[] {
  const failure = failureOf(result, seconds);
  if (failure === undefined) return criteria.length > 0 ? [] : [{ name: 'The checks pass', passed: true }];
  // Criteria that failed may well be why it ended so.
  if (criteria.some(({ status }) => status !== 'passed') && result.exitCode !== null) return [];
  const message = [failure, talk, result.stderr].join('\n').trim().slice(0, MAX_MESSAGE_CHARS);
  return [{ name: 'The checks pass', passed: false, message }];
}

function failureOf(result: CommandResult, seconds: number): string | undefined {
  if (result.timedOut) return `The checks did not end within ${seconds} seconds.`;
  if (result.outputExceeded) return 'The checks printed more than a megabyte, and were ended.';
  if (result.exitCode === 0) return undefined;
  return (
    result.failure ??
    `The checks ended with ${result.exitCode === null ? `signal ${result.signal}` : `exit code ${result.exitCode}`}.`
  );
}
