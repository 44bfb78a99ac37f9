#!/usr/bin/env node
// npm run smile: a simulated learner goes through the lessons of the site, rebuilt if they have changed.
import { argv, execPath, exit, stdout } from 'node:process';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { tryRun } from './lib/run.mjs';
import { HELP, readArguments } from './smile/arguments.mjs';

await main(async () => {
  const args = argv.slice(2);
  const { help, isMistake } = readArguments(args);
  if (help) {
    stdout.write(HELP);
    exit(isMistake ? 2 : 0);
  }
  await install({ everything: false });
  await build({ site: false, exercises: true });
  // Ctrl+C also reaches the learner, which then removes what it has started.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  exit(await tryRun(execPath, ['scripts/smile/main.mjs', ...args]));
});
