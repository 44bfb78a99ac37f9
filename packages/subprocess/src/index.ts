export type { CommandOptions, CommandResult, StartFailure } from './command.js';
export { endProcessesWith } from './end-processes.js';
export { checkEnvironment, childEnvironment } from './environment.js';
export { findExecutable } from './find-executable.js';
export { ownProcesses, processIds, readProcess, readProcesses, statFields } from './proc.js';
export { runCommand } from './run-command.js';
