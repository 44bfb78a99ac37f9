import type { Config, Flags } from '../config.js';

/** Runs a command with what the command line and an environment say. */
export type Run = (
  command: (config: Config) => Promise<number>,
  flags: Flags,
  env?: NodeJS.ProcessEnv,
) => Promise<void>;
