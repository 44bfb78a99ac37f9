export type { CommandOptions, CommandResult, StartFailure } from './command/command.js';
export { runCommand } from './command/run-command.js';
export { type PipedOptions, type PipedProcess, startPiped } from './command/start-piped.js';
export type { Ending } from './command/supervise.js';
export { checkEnvironment, childEnvironment } from './environment.js';
export { findExecutable, findWithoutRunBit } from './find-executable.js';
export { endProcessesWith } from './processes/end-processes.js';
export { ownProcesses, processIds, readProcess, readProcesses, statFields } from './processes/proc.js';
