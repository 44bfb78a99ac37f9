import { argv, execPath, exit, stderr } from 'node:process';
import { build } from './build.mjs';
import { install } from './install.mjs';
import { requireNode } from './node-version.mjs';
import { CommandFailed, tryRun } from './run.mjs';
import { bringPrograms } from './system-packages.mjs';

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

/**
 * Runs a tool of the test harness, such as `bench`, with the arguments of this script and all it needs: the programs by
 * their names, and everything built, with the lessons unless `site` is false. Ends with the tool's exit code.
 */
export async function runTool(name, { programs, site }) {
  await main(async () => {
    for (const sentence of await bringPrograms(programs)) throw new Error(sentence);
    await install({ everything: true });
    await build({ tests: true, site });
    // Ctrl+C also reaches the tool, which then ends what it has started.
    process.on('SIGINT', () => {});
    exit(await tryRun(execPath, [`packages/acceptance/dist/${name}/main.js`, ...argv.slice(2)]));
  });
}
