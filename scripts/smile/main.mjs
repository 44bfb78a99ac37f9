// The learner on the project in this folder, as it is built.
import { argv, cwd, exit, stderr } from 'node:process';
import { main } from '../lib/main.mjs';
import { readArguments } from './arguments.mjs';
import { chooseTargets, findTargets } from './targets.mjs';
import { tryTargets } from './try-targets.mjs';

await main(async () => {
  const root = cwd();
  const asked = readArguments(argv.slice(2));
  const { chosen, problem } = chooseTargets(findTargets(root), asked);
  if (problem !== undefined) {
    stderr.write(`${problem}\n`);
    exit(2);
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  exit(await tryTargets(chosen, { root, ...asked }));
});
