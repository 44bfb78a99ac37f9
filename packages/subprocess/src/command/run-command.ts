import { makeMark, withMark } from '../processes/mark.js';
import type { CommandOptions, CommandResult } from './command.js';
import { Output } from './output.js';
import { startProcess } from './start.js';
import { type Ending, supervise } from './supervise.js';

/**
 * Runs a program in its own process group, so that it can be ended with everything it started. Nothing is
 * left of the group when this resolves. With `endEscaped`, processes that made their own session (`setsid`)
 * are ended too, as far as `endProcessesWith` reaches; one that lives on delays nothing by holding the pipes.
 *
 * Whatever the program does, this does not reject; it rejects only for an error thrown by `onStdoutLine` or
 * `onStdout`, and for arguments that no program can be given (a NUL byte).
 */
export async function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  const startedAt = performance.now();
  const output = new Output(options);
  const outcome = await runTo(output, file, args, options);
  output.end();
  return { ...outcome, ...output.texts, durationMs: performance.now() - startedAt };
}

const NOT_RUN: Ending = { exitCode: null, signal: null, timedOut: false, aborted: false };

async function runTo(
  output: Output,
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<Ending & Pick<CommandResult, 'failure'>> {
  const mark = options.endEscaped === true ? makeMark() : undefined;
  if (options.signal?.aborted === true) return { ...NOT_RUN, aborted: true };
  const started = await startProcess(file, args, { ...options, env: withMark(options.env, mark) });
  if (typeof started === 'string') return { ...NOT_RUN, failure: started };
  return supervise({ child: started, mark }, output, options);
}
