import { type CommandResult, runCommand, type StartFailure } from '@agent-factory/subprocess';
import type { AgentCli } from './agent-cli.js';
import { findProgram } from './find-program.js';
import { isOlder } from './versions.js';

/** An AI CLI starts a JavaScript engine first: a second on a slow machine, several on a busy one. */
const QUESTION_TIMEOUT_MS = 10_000;
/** Answers are a line or a small JSON object. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** Numbers of a few digits, and the name of a preview at most: whatever else is printed is no version. */
const VERSION = /\d{1,9}\.\d{1,9}(?:\.\d{1,9})?(?:-[0-9A-Za-z.-]{1,60})?/;

/** `env` is the whole environment the CLI gets, PATH included. */
export interface DetectOptions {
  env: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface AgentDetection {
  installed: boolean;
  /** Why it cannot be started although its file is there, at `path`. It counts as not installed then. */
  blocked?: 'not_executable' | 'shell' | 'cannot_start';
  /** Absolute path of the program. Absent for the shell, which is not looked up. */
  path?: string;
  /** Such as `2.1.330`. Absent if the program does not answer in time. */
  version?: string;
}

/** Whether an agent is on the PATH, and which version. The plain shell always is. */
export async function detectAgent(cli: AgentCli, options: DetectOptions): Promise<AgentDetection> {
  const program = await findProgram(cli, options.env);
  if (program === undefined) return { installed: true };
  if (program.kind === 'missing') return { installed: false };
  const { kind, path } = program;
  if (kind !== 'found') return { installed: false, blocked: kind, path };
  const { version, failure } = await versionOf(cli, path, options);
  if (failure !== undefined) return { installed: false, blocked: 'cannot_start', path };
  return { installed: true, path, ...(version !== undefined && { version }) };
}

export interface VersionAnswer {
  /** Absent if the program tells none, or does not answer in time. */
  readonly version?: string | undefined;
  /** Why the program could not be started at all, such as for an interpreter that is missing. */
  readonly failure?: StartFailure | undefined;
}

/** What a program says its version is. */
export async function versionOf(
  { versionArgs }: AgentCli,
  path: string,
  options: DetectOptions,
): Promise<VersionAnswer> {
  const { exitCode, stdout, failure } = await ask(path, versionArgs, options);
  return { version: exitCode === 0 ? VERSION.exec(stdout)?.[0] : undefined, failure };
}

/** `version` is that of the program, if it was asked already. */
interface SignInOptions extends DetectOptions {
  version?: string | undefined;
}

/** Whether the student is signed in, according to the CLI or what it leaves. Undefined if that tells nothing. */
export async function signedIn(cli: AgentCli, options: SignInOptions): Promise<boolean | undefined> {
  const { signIn } = cli;
  if (signIn === undefined) return undefined;
  const program = await findProgram(cli, options.env);
  if (program?.kind !== 'found') return undefined;
  if ('look' in signIn) return signIn.look(options.env);
  const { since } = signIn;
  if (since !== undefined) {
    const { version } = 'version' in options ? options : await versionOf(cli, program.path, options);
    if (isOlder(version, since)) return undefined;
  }
  const answer = await ask(program.path, signIn.args, options);
  return answer.timedOut || answer.failure ? undefined : signIn.interpret(answer.exitCode, answer.stdout);
}

function ask(path: string, args: readonly string[], { env, signal }: DetectOptions): Promise<CommandResult> {
  return runCommand(path, args, {
    env,
    signal,
    timeoutMs: QUESTION_TIMEOUT_MS,
    maxOutputBytes: MAX_ANSWER_BYTES,
  });
}
