#!/usr/bin/env node
// npm run bench: measures the practice server, the Workbench and the simulated learner against their budgets.
import { argv, execPath, exit } from 'node:process';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { tryRun } from './lib/run.mjs';
import { bringPrograms } from './lib/system-packages.mjs';

await main(async () => {
  for (const sentence of await bringPrograms(['tmux'])) throw new Error(sentence);
  await install({ everything: true });
  await build({ tests: true });
  // Ctrl+C also reaches the benchmark, which then closes what it has started.
  process.on('SIGINT', () => {});
  exit(await tryRun(execPath, ['packages/acceptance/dist/bench/main.js', ...argv.slice(2)]));
});
