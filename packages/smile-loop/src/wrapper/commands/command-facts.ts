import type { ToolCallDetail } from '@agent-factory/protocol/conversations';
import type { Command } from '../../contract/agents.js';

type Facts = Pick<Command, 'exitCode' | 'output'>;

/** How CLIs write the exit code of a command into its result, where they do not tell it by itself. */
const EXIT_CODES: readonly RegExp[] = [
  /^(?:Error: )?Exit code:? (-?\d+)$/im,
  /^Command exited with code:? (-?\d+)/im,
  /\bprocess exited with code (-?\d+)/i,
];
/** Claude Code's own words where a program has printed nothing. */
const SAID_NOTHING = '(Bash completed with no output)';

/**
 * Gemini CLI's account of a command: its output, and below it what there is to say of its end. A success has no exit
 * code. The whole has to fit to its end, so that lines of the program's own that look the same stay output.
 */
const ACCOUNT =
  /^Output: ([\s\S]*?)(\nError: .*)?(?:\nExit Code: (-?\d+))?(?:\nSignal: (\w+))?(?:\nBackground PIDs: [\d, ]*)?(?:\nProcess Group PGID: \d+)?$/;
/** Its word for nothing. */
const EMPTY = '(empty)';
/** What a shell adds to the number of the signal that has ended a program. */
const BY_SIGNAL = 128;

/**
 * How a command has ended, and what it has printed without what its CLI has written around it. The exit code is null
 * where nothing is known of it. `tellsFailure`: what is called done, ended with 0.
 */
export function commandFacts(detail: Partial<ToolCallDetail>, result: string, tellsFailure: boolean): Facts {
  const account = tellsFailure ? null : ACCOUNT.exec(result);
  if (account !== null) return factsOfAccount(account);
  return { exitCode: exitCodeOf(detail, result, tellsFailure), output: outputOf(detail, result, tellsFailure) };
}

function factsOfAccount([, printed = '', error, exitCode, signal]: RegExpExecArray): Facts {
  const output = (printed === EMPTY ? '' : printed) + (error ?? '');
  if (exitCode !== undefined) return { exitCode: Number(exitCode), output };
  if (signal !== undefined) return { exitCode: /^\d+$/.test(signal) ? BY_SIGNAL + Number(signal) : null, output };
  // With an error, it was never started.
  return { exitCode: error === undefined ? 0 : null, output };
}

function exitCodeOf(detail: Partial<ToolCallDetail>, result: string, tellsFailure: boolean): number | null {
  if (detail.exitCode !== undefined) return detail.exitCode;
  const written = EXIT_CODES.map((form) => form.exec(result)?.[1]).find((code) => code !== undefined);
  // What a program has printed by itself is no word of the CLI's, unless the CLI says that it failed.
  if (written !== undefined && (detail.status === 'failed' || !tellsFailure)) return Number(written);
  return detail.status === 'completed' && tellsFailure ? 0 : null;
}

function outputOf(detail: Partial<ToolCallDetail>, result: string, tellsFailure: boolean): string {
  // Gemini CLI calls output what it says of a command that it is about to run.
  const told = tellsFailure ? detail.output : undefined;
  const output = told ?? result.replace(/^(?:Error: )?Exit code:? -?\d+\n?/i, '');
  return output === SAID_NOTHING ? '' : output;
}
