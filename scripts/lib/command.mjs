import { env } from 'node:process';
import { runAndKeep } from './run.mjs';

/**
 * A command of which `read` makes, of its exit code, how many things passed and failed, and the titles of the former.
 * `args` are a function where they depend on the turn. The command has our environment as it is when it starts, and
 * `adding`.
 */
export const command =
  (program, args, read, { cwd, adding } = {}) =>
  async () => {
    const given = typeof args === 'function' ? args() : args;
    const { exitCode, lastLines } = await runAndKeep(program, given, { cwd, env: { ...env, ...adding } });
    return { ...read(exitCode), lastLines };
  };
