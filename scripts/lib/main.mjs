import { exit, stderr } from 'node:process';
import { requireNode } from './node-version.mjs';
import { CommandFailed } from './run.mjs';

/** Runs a script's work. A failed command has already shown why; any other error keeps its stack. */
export async function main(work) {
  requireNode();
  try {
    await work();
  } catch (error) {
    stderr.write(`${error instanceof CommandFailed ? error.message : error.stack}\n`);
    exit(1);
  }
}
