import { type CommandResult, findExecutable, runCommand } from '@agent-factory/subprocess';
import type { AgentCli } from './agent-cli.js';

/** An AI CLI starts a JavaScript engine first: a second on a slow machine, several on a busy one. */
const QUESTION_TIMEOUT_MS = 10_000;
/** Answers are a line or a small JSON object. */
const MAX_ANSWER_BYTES = 64 * 1024;
const VERSION = /\d+\.\d+(?:\.\d+)?(?:-[0-9A-Za-z.-]+)?/;

/** `env` is the whole environment the CLI gets, PATH included. */
export interface DetectOptions {
  env: Record<string, string>;
  signal?: AbortSignal | undefined;
}

export interface AgentDetection {
  installed: boolean;
  /** Absolute path of the program. Absent for the shell, which is not looked up. */
  path?: string;
  /** Such as `2.1.330`. Absent if the program does not answer in time. */
  version?: string;
}

/** Whether an agent is on the PATH, and which version. The plain shell always is. */
export async function detectAgent({ command, versionArgs }: AgentCli, options: DetectOptions): Promise<AgentDetection> {
  if (command === undefined) return { installed: true };
  const path = await findExecutable(command, options.env);
  if (path === undefined) return { installed: false };
  const answer = await ask(path, versionArgs, options);
  const version = answer.exitCode === 0 ? VERSION.exec(answer.stdout)?.[0] : undefined;
  return { installed: true, path, ...(version !== undefined && { version }) };
}

/** Whether the student is signed in, according to the CLI. Undefined if it cannot tell or is not installed. */
export async function signedIn({ command, signIn }: AgentCli, options: DetectOptions): Promise<boolean | undefined> {
  if (command === undefined || signIn === undefined) return undefined;
  const path = await findExecutable(command, options.env);
  if (path === undefined) return undefined;
  const answer = await ask(path, signIn.args, options);
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
