import { join } from 'node:path';
import {
  type ExerciseConfig,
  MAX_CHECK_OUTPUT_BYTES,
  type VerificationConfig,
  type VerificationResult,
} from '@agent-factory/protocol';
import { type CommandResult, findExecutable, runCommand } from '@agent-factory/subprocess';
import type { Exercise } from '../../exercise.js';
import { ifThere, reading } from '../../file-system.js';
import { missingPrerequisites } from '../../prerequisites.js';
import type { CheckOptions } from '../options.js';
import { type CheckFacts, judged, notJudged } from '../result.js';
import { interpreterOf } from './interpreter.js';
import { CheckReader } from './reader.js';

type ScriptCheck = Extract<VerificationConfig, { type: 'script' }>;

/** The exit code of a shell that cannot find the program it should run. */
const COMMAND_NOT_FOUND = 127;

/** Runs the exercise's script from the exercise's own folder, where no student can have changed it. */
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

  const { criteria, formatVersion } = exercise.config;
  const reader = new CheckReader({ criteria, mayNameOthers: formatVersion === 1, onCriterion: options.onCriterion });
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
  return conclude(result, reader, {
    missing: await missingPrerequisites(exercise.config, options.env),
    untold: untoldOf(reader, exercise.config),
  });
}

const NOTHING: CheckFacts = { criteria: [], durationMs: 0 };

/** The id of a criterion that the check has not judged. In format 1, nothing lists all that a script judges. */
function untoldOf({ criteria }: CheckReader, config: ExerciseConfig): string | undefined {
  if (config.formatVersion === 1) return undefined;
  const told = new Set(criteria.map(({ name }) => name));
  return config.criteria.find(({ title }) => !told.has(title))?.id;
}

interface Lacks {
  /** Programs that are not installed. */
  missing: readonly string[];
  untold: string | undefined;
}

/** The first reason that applies: how the check ended counts before what it printed, and both before its verdict. */
function conclude(result: CommandResult, reader: CheckReader, { missing, untold }: Lacks): VerificationResult {
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
  return verdict.complete ? doubted(verdict, facts, { ended, untold }) : verdict;
}

/** The work is not complete if the check failed at the end, or did not judge a criterion. */
function doubted(
  verdict: VerificationResult,
  facts: CheckFacts,
  { ended, untold }: { ended: string | undefined; untold: string | undefined },
): VerificationResult {
  if (ended !== undefined) return notJudged('check_crashed', facts, ended);
  return untold === undefined ? verdict : notJudged('check_output_invalid', facts, `it has no row for "${untold}"`);
}

function howItEnded({ exitCode, signal, failure }: CommandResult): string {
  return failure ?? (signal === null ? `exit code ${exitCode}` : `ended by ${signal}`);
}
