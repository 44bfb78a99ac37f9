import { isAbsolute, join } from 'node:path';
import { type DeclarativeCheck, MAX_CHECK_OUTPUT_BYTES } from '@agent-factory/protocol';
import { type CommandResult, findExecutable, runCommand } from '@agent-factory/subprocess';
import type { CheckScope } from '../options.js';
import { excerpt, judgeParts } from './missing-texts.js';
import { type Difference, failed, PASSED, type Verdict } from './verdict.js';

type CommandCheck = Extract<DeclarativeCheck, { type: 'command_exits' | 'stdout_contains' }>;

/** What a check specifies to run a program. */
interface Command {
  command: readonly string[];
  stdin?: string;
  /** Seconds. */
  timeout: number;
}

/** A program that exited by itself, or the verdict that it did not. */
type Ran = { ok: true; result: CommandResult } | { ok: false; verdict: Verdict };

/** Judges what a program does. It runs in the workspace, and no shell interprets its arguments. */
export async function judgeCommand(check: CommandCheck, scope: CheckScope): Promise<Verdict> {
  const ran = await runProgram(check, scope);
  if (!ran.ok) return ran.verdict;
  const { result } = ran;
  const where = shownCommand(check.command);
  if (check.type === 'stdout_contains') {
    const what = `\`${where}\` should print`;
    return judgeParts({ what, where, parts: check.contains, text: result.stdout }, scope.signal);
  }
  return result.exitCode === check.code ? PASSED : failed(otherEnd(where, check.code, result));
}

/** Runs a program within the time limits of its check and of all checks together. */
export async function runProgram({ command, stdin = '', timeout }: Command, scope: CheckScope): Promise<Ran> {
  const [program = '', ...args] = command;
  const where = shownCommand(command);
  const path = await findProgram(program, scope);
  if (path === undefined) return notFound(program, where);
  const leftMs = scope.deadline - performance.now();
  const result = await runCommand(path, args, {
    cwd: scope.workspace,
    env: scope.env,
    signal: scope.signal,
    timeoutMs: Math.max(1, Math.min(timeout * 1000, leftMs)),
    maxOutputBytes: MAX_CHECK_OUTPUT_BYTES,
    endEscaped: true,
    ...(stdin !== '' && { input: stdin }),
  });
  if (result.aborted) throw scope.signal?.reason;
  const verdict = cutShort(result, { where, timeout, allTimeIsUp: leftMs <= timeout * 1000 });
  return verdict === undefined ? { ok: true, result } : { ok: false, verdict };
}

/** Describes how a program ended that did not end as it should. */
export function otherEnd(where: string, code: number, { exitCode, signal, stdout, stderr }: CommandResult): Difference {
  const end = exitCode === null ? `ended by ${signal}` : `exit code ${exitCode}`;
  const said = excerpt(stderr.trim() === '' ? stdout : stderr);
  const message = `\`${where}\` should end with exit code ${code}; it did with ${end}.`;
  return { message, expected: `exit code ${code}`, found: `${end}\n${said}`, where };
}

/** The command as a person would type it. */
export function shownCommand(command: readonly string[]): string {
  return command.map((part) => (/^[\w./:=@%+,-]+$/.test(part) ? part : `'${part}'`)).join(' ');
}

/** A name is looked up on the PATH; a path is relative to the workspace. */
async function findProgram(program: string, { workspace, env }: CheckScope): Promise<string | undefined> {
  const path = program.includes('/') && !isAbsolute(program) ? join(workspace, program) : program;
  return findExecutable(path, env);
}

/** A file missing from the workspace is work to do; a program missing from the system is not the student's fault. */
function notFound(program: string, where: string): Ran {
  if (!program.includes('/')) {
    return { ok: false, verdict: { kind: 'unjudged', code: 'check_interpreter_missing', detail: program } };
  }
  const message = `A program ${program} was expected; there is none that can be run yet.`;
  const difference = { message, expected: `a program ${program}`, found: 'nothing that can be run', where };
  return { ok: false, verdict: failed(difference) };
}

interface Limits {
  where: string;
  timeout: number;
  allTimeIsUp: boolean;
}

function cutShort(
  { timedOut, outputExceeded, failure, stdout, stderr }: CommandResult,
  { where, timeout, allTimeIsUp }: Limits,
): Verdict | undefined {
  if (timedOut && allTimeIsUp) return { kind: 'unjudged', code: 'check_timeout', detail: where };
  const said = excerpt(stdout + stderr);
  if (timedOut) {
    const message = `\`${where}\` should end by itself; after ${timeout} s it still ran.`;
    return failed({ message, expected: `an end within ${timeout} s`, found: `no end; it printed ${said}`, where });
  }
  if (outputExceeded) {
    const message = `\`${where}\` printed without end, and was stopped.`;
    const expected = `at most ${MAX_CHECK_OUTPUT_BYTES} bytes`;
    return failed({ message, expected, found: `more; at last ${said}`, where });
  }
  return failure === undefined ? undefined : failed(notStarted(where, failure));
}

function notStarted(where: string, failure: string): Difference {
  const message = `\`${where}\` could not be started (${failure}). Check its first line and its permissions.`;
  return { message, expected: 'a program that starts', found: failure, where };
}
