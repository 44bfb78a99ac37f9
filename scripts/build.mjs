#!/usr/bin/env node
// Installs what is missing and builds what has changed.
import { build } from './lib/build.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/main.mjs';

await main(async () => {
  await install({ everything: false });
  await build();
});
