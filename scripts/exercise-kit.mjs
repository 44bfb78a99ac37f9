#!/usr/bin/env node
// npm run exercise-kit -- <command>: the authors' kit on this project, rebuilt if it has changed.
import { argv, execPath, exit } from 'node:process';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { tryRun } from './lib/run.mjs';

await main(async () => {
  await install({ everything: false });
  await build({ site: false });
  // Ctrl+C also reaches the kit, which then closes what it has started.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  exit(await tryRun(execPath, ['packages/exercise-kit/dist/cli.js', ...argv.slice(2)], { stdin: 'inherit' }));
});
