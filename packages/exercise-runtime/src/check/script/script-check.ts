import { join } from 'node:path';
import { MAX_CHECK_OUTPUT_BYTES, type VerificationConfig, type VerificationResult } from '@agent-factory/protocol';
import { type CommandResult, findExecutable, runCommand } from '@agent-factory/subprocess';
import type { Exercise } from '../../exercise.js';
import { ifThere, reading } from '../../file-system.js';
import { missingPrerequisites } from '../../prerequisites.js';
import type { CheckOptions } from '../options.js';
import { type CheckFacts, judged, notJudged } from '../result.js';
import { interpreterOf } from './interpreter.js';
import { CheckReader } from './reader.js';

type ScriptCheck = Extract<VerificationConfig, { type: 'script' }>;

/** What a shell ends with when it does not find a program it was to run. */
const COMMAND_NOT_FOUND = 127;

/** Runs the script of an exercise from the exercise's own folder, where no student can have changed it. */
export async function checkByScript(
  exercise: Exercise,
  check: ScriptCheck,
  options: CheckOptions,
): Promise<VerificationResult> {
  const script = join(exercise.dir, check.script);
  const interpreter = await reading(script, () => ifThere(interpreterOf(script)));
  if (interpreter === undefined) return notJudged('check_missing', NOTHING, `${check.script} is not there`);
  const path = await findExecutable(interpreter, options.env);
  if (path === undefined) return notJudged('check_interpreter_missing', NOTHING, interpreter);

  const reader = new CheckReader({ needs: exercise.config.needs, onCriterion: options.onCriterion });
  const result = await runCommand(path, [script], {
    cwd: options.workspace,
    env: options.env,
    signal: options.signal,
    timeoutMs: check.timeout * 1000,
    maxOutputBytes: MAX_CHECK_OUTPUT_BYTES,
    endEscaped: true,
    onStdoutLine: (line) => reader.readLine(line),
  });
  if (result.aborted) throw options.signal?.reason;
  reader.end();
  return conclude(result, reader, await missingPrerequisites(exercise.config, options.env));
}

const NOTHING: CheckFacts = { criteria: [], durationMs: 0 };

/** The first that applies: what ended the check comes before what it printed, and both before what it says. */
function conclude(result: CommandResult, reader: CheckReader, missing: readonly string[]): VerificationResult {
  const { criteria, problem, cut } = reader;
  const output = `${reader.talk}\n${result.stderr}`.trim();
  const facts: CheckFacts = { criteria, durationMs: result.durationMs, output };
  const ended = result.exitCode === 0 ? undefined : howItEnded(result);

  if (result.timedOut) return notJudged('check_timeout', facts);
  if (result.outputExceeded) return notJudged('check_output_too_large', facts);
  if (problem !== undefined) return notJudged('check_output_invalid', facts, problem);
  if (criteria.length === 0 && result.exitCode === COMMAND_NOT_FOUND && missing.length > 0) {
    return notJudged('check_interpreter_missing', facts, missing.join(', '));
  }
  if (criteria.length === 0 && ended !== undefined) return notJudged('check_crashed', facts, ended);
  if (cut) return notJudged('check_output_invalid', facts, 'it stops in the middle');
  if (criteria.length === 0) return notJudged('check_output_invalid', facts, 'no criteria at all');
  const verdict = judged(facts);
  return verdict.complete && ended !== undefined ? notJudged('check_crashed', facts, ended) : verdict;
}

function howItEnded({ exitCode, signal, failure }: CommandResult): string {
  return failure ?? (signal === null ? `exit code ${exitCode}` : `ended by ${signal}`);
}
