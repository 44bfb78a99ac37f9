#!/usr/bin/env node
// Installs what is missing and builds what has changed. With --packages, the lesson site stays as it is.
import { argv } from 'node:process';
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/main.mjs';

await main(async () => {
  const { values } = parseArgs({ args: argv.slice(2), options: { packages: { type: 'boolean' } } });
  await install({ everything: false });
  await build({ site: values.packages !== true });
});
