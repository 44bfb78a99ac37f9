export type { CommandOptions, CommandResult, StartFailure } from './command.js';
export { childEnvironment } from './environment.js';
export { findExecutable } from './find-executable.js';
export { runCommand } from './run-command.js';
