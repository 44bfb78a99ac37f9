#!/usr/bin/env node
// npm run test:node: the checks of `npm test` with other versions of Node than the installed one.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { arch, argv, env, exit, platform, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { main } from './lib/main.mjs';
import { seconds, step } from './lib/progress.mjs';
import { ROOT, run, tryRun } from './lib/run.mjs';

/** The versions that students may have: the oldest supported one, and the later ones with long-term support. */
const VERSIONS = ['20', '22', '24'];
const CACHE = join(ROOT, 'node_modules/.practice-node');

const HELP = `Usage: npm run test:node [-- <version>… [--checks <check>,…]]

Runs checks of \`npm test\` with other versions of Node (${VERSIONS.join(', ')}). Each is fetched once, from the npm
packages that contain Node itself.

  --checks <check>,…  which checks (unit); \`npm test -- --help\` lists them
`;

function readOptions() {
  const { positionals, values } = parseArgs({
    args: argv.slice(2),
    allowPositionals: true,
    options: { help: { type: 'boolean' }, checks: { type: 'string', default: 'unit' } },
  });
  const areVersions = positionals.every((version) => /^\d+(\.\d+){0,2}$/.test(version));
  if (!values.help && areVersions) {
    return { versions: positionals.length > 0 ? positionals : VERSIONS, checks: values.checks.split(',') };
  }
  (values.help ? stdout : stderr).write(HELP);
  return exit(values.help ? 0 : 2);
}

/** The folder with the program `node` of a version: the newest one that matched when it was first fetched. */
async function bringNode(version) {
  const folder = join(CACHE, version);
  const programs = join(folder, 'package/bin');
  if (existsSync(programs)) return programs;
  await step(`Fetching Node ${version}`, () => unpack(version, folder));
  return programs;
}

/** The package `node` itself has an install script that chooses one of these packages; these have none. */
async function unpack(version, folder) {
  mkdirSync(CACHE, { recursive: true });
  const coming = mkdtempSync(join(CACHE, 'coming-'));
  const system = platform === 'win32' ? 'win' : platform;
  await run('npm', ['pack', `node-${system}-${arch}@${version}`, '--pack-destination', coming], { quiet: true });
  const [archive] = readdirSync(coming);
  await run('tar', ['-xzf', archive], { cwd: coming, quiet: true });
  rmSync(folder, { recursive: true, force: true });
  renameSync(coming, folder);
}

async function runChecks(version, checks) {
  const programs = await bringNode(version);
  const startedAt = performance.now();
  const node = join(programs, 'node');
  // First on the PATH, because the tools of the project look for `node` by its name.
  const path = `${programs}${delimiter}${env.PATH ?? ''}`;
  const code = await tryRun(node, ['scripts/test.mjs', ...checks], { env: { ...env, PATH: path } });
  return {
    version: execFileSync(node, ['--version'], { encoding: 'utf8' }).trim(),
    passed: code === 0,
    took: seconds(startedAt),
  };
}

await main(async () => {
  const { versions, checks } = readOptions();
  const rows = [];
  for (const version of versions) rows.push(await runChecks(version, checks));
  stdout.write(`\nNode       ${checks.join(', ')}\n`);
  for (const { version, passed, took } of rows) {
    stdout.write(`${version.padEnd(10)} ${passed ? '✓ passed' : '✗ failed'} (${took})\n`);
  }
  exit(rows.every(({ passed }) => passed) ? 0 : 1);
});
