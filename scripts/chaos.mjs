#!/usr/bin/env node
// npm run chaos: a student works while everything around them breaks.
import { argv, execPath, exit } from 'node:process';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { tryRun } from './lib/run.mjs';
import { bringPrograms } from './lib/system-packages.mjs';

await main(async () => {
  for (const sentence of await bringPrograms(['tmux', 'vim', 'less'])) throw new Error(sentence);
  await install({ everything: true });
  await build({ tests: true, site: false });
  // Ctrl+C also reaches the run, which then ends what it has started.
  process.on('SIGINT', () => {});
  exit(await tryRun(execPath, ['packages/acceptance/dist/chaos/main.js', ...argv.slice(2)]));
});
