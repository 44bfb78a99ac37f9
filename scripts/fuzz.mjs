#!/usr/bin/env node
// npm run fuzz: tries the properties of every parser, which `npm test` tries with a few hundred inputs, with many more.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { main } from './lib/main.mjs';
import { seconds } from './lib/progress.mjs';
import { bin, run, tryRun } from './lib/run.mjs';

/** How long a single input may block the event loop, in milliseconds. */
const MAX_BLOCK_MS = 50;
const TESTS = 'test/fuzz';

const HELP = `Usage: npm run fuzz [-- --inputs <number>] [--seed <number>] [--only <text>]

Gives odd inputs to every parser and checks that its properties hold.

  --inputs <number>  inputs for all properties together (100000); a costly one gets fewer
  --seed <number>    repeats the inputs of the run with this seed
  --only <text>      only properties that have this text in their name
`;

function readOptions() {
  const { values } = parseArgs({
    args: argv.slice(2),
    options: {
      help: { type: 'boolean' },
      inputs: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
      only: { type: 'string', default: '' },
    },
  });
  const areNumbers = /^[1-9]\d*$/.test(values.inputs) && /^-?\d+$/.test(values.seed);
  if (!values.help && areNumbers) return { ...values, inputs: Number(values.inputs) };
  (values.help ? stdout : stderr).write(HELP);
  return exit(values.help ? 0 : 2);
}

/** Every property and its cost, as the test files report them when they are loaded, and these files. */
async function findProperties(report, only) {
  const list = `${report}-list`;
  const args = ['list', TESTS, '-t', literally(only), `--json=${list}`];
  await run(bin('vitest'), args, { env: { ...process.env, FUZZ_REPORT: report }, quiet: true });
  const properties = readRows(report).filter(({ name }) => name.includes(only));
  const files = JSON.parse(readFileSync(list, 'utf8')).map(({ file }) => file);
  rmSync(report);
  return { properties, files: [...new Set(files)] };
}

function readRows(report) {
  return readFileSync(report, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function show(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  stdout.write(`\n${'property'.padEnd(width)}  ${'inputs'.padStart(9)}  ${'longest'.padStart(9)}\n`);
  for (const { name, inputs, failed, longestMs } of rows) {
    const longest = `${longestMs.toFixed(1)} ms`;
    stdout.write(
      `${name.padEnd(width)}  ${String(inputs).padStart(9)}  ${longest.padStart(9)}${failed ? '  ✗' : ''}\n`,
    );
  }
}

const literally = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

await main(async () => {
  const { inputs, seed, only } = readOptions();
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const report = join(folder, 'report');
  try {
    const { properties, files } = await findProperties(report, only);
    if (properties.length === 0) throw new Error(`There is no property with "${only}" in its name.`);
    const shares = properties.reduce((total, { cost }) => total + 1 / cost, 0);
    const env = {
      ...process.env,
      FUZZ_REPORT: report,
      FUZZ_SEED: seed,
      FUZZ_INPUTS: String(inputs / shares),
      FUZZ_MAX_BLOCK_MS: String(MAX_BLOCK_MS),
    };
    const code = await tryRun(bin('vitest'), ['run', ...files, '--reporter=dot', '-t', literally(only)], { env });
    const rows = readRows(report).filter((row) => 'inputs' in row);
    if (rows.length > 0) show(rows);
    const tried = rows.reduce((total, row) => total + row.inputs, 0);
    const failed = rows.filter((row) => row.failed).length + (rows.length < properties.length ? 1 : 0);
    stdout.write(
      `\n${tried} inputs of ${rows.length} properties, ${failed} failed (seed ${seed}, ${seconds(startedAt)})\n`,
    );
    exit(code === 0 && failed === 0 ? 0 : 1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
