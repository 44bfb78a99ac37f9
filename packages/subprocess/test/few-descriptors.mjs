// Starts a program with ever more descriptors free, and prints how many stay open each time.
import { closeSync, openSync, readdirSync } from 'node:fs';
import { runCommand } from '../dist/index.js';

const MOST_FREE = 16;
const options = { env: { PATH: '/usr/bin:/bin' }, timeoutMs: 10_000, maxOutputBytes: 1024 };
const open = () => readdirSync('/proc/self/fd').length;

await runCommand('true', [], options);
const before = open();
const tries = [];
for (let free = 0; free <= MOST_FREE; free += 1) {
  const held = takeAll();
  for (const descriptor of held.splice(0, free)) closeSync(descriptor);
  const { failure } = await runCommand('true', [], options);
  for (const descriptor of held) closeSync(descriptor);
  tries.push({ free, failure, more: open() - before });
}
process.stdout.write(JSON.stringify(tries));

function takeAll() {
  const held = [];
  try {
    for (;;) held.push(openSync('/dev/null', 'r'));
  } catch {
    return held;
  }
}
