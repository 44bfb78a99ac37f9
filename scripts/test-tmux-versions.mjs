#!/usr/bin/env node
// npm run test:tmux: the daemon's tests that involve tmux, with every version of tmux that can be found.
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv, env, exit, stderr, stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { build } from './lib/build.mjs';
import { bringRelease, RELEASES, whyNoDebian } from './lib/debian-tmux.mjs';
import { install } from './lib/install.mjs';
import { main } from './lib/main.mjs';
import { seconds, step } from './lib/progress.mjs';
import { bin, ROOT, tryRun } from './lib/run.mjs';
import { readVitestReport } from './lib/test-reports.mjs';
import { builtBy, choose, describeTmux, table } from './lib/tmux-versions.mjs';

const CACHE = join(ROOT, 'node_modules/.practice-tmux');
const REPORTS = join(ROOT, 'node_modules/.practice-reports');

/** The daemon's tests that involve tmux. */
const TESTS = [
  ...['daemon/cli', 'daemon/closing', 'daemon/restart'],
  ...['sessions/agent', 'sessions/lifecycle', 'sessions/practice'],
  ...['terminal/paste', 'terminal/terminal', 'terminal/viewers', 'terminal/wrap-repair'],
  ...['tmux/history', 'tmux/pty', 'tmux/tmux-config', 'tmux/widths'],
];

const HELP = `Usage: npm run test:tmux -- [version…] [--from <folder>]

Runs the daemon's tests of terminals with each version of tmux, or with the named ones, and shows how many passed.
The versions are those of Debian's releases (${RELEASES.join(', ')}). On Debian, they are
fetched into ${CACHE}; nothing is installed.

  --from <folder>  adds the versions that you built yourself, each at <folder>/<version>/bin/tmux
  --fresh          fetches Debian's versions again
  --help           shows this help
`;

function readArguments() {
  const options = { from: { type: 'string' }, fresh: { type: 'boolean' }, help: { type: 'boolean' } };
  const { positionals, values } = parseArgs({ args: argv.slice(2), allowPositionals: true, options });
  if (values.help) {
    stdout.write(HELP);
    exit(0);
  }
  return { ...values, wanted: positionals };
}

/** Debian's versions are fetched only if some of the wanted ones are missing. */
async function findVersions({ from, fresh, wanted }) {
  const built = from === undefined ? [] : builtBy(resolve(from));
  const has = choose(built, wanted);
  if (wanted.length > 0 && has.unknown.length === 0) return has;
  return choose([...(await debianVersions(fresh)), ...built], wanted);
}

async function debianVersions(fresh) {
  const reason = whyNoDebian();
  if (reason !== undefined) {
    stderr.write(`${reason}\n`);
    return [];
  }
  if (fresh) rmSync(CACHE, { recursive: true, force: true });
  const found = [];
  for (const release of RELEASES) {
    const folder = await step(`Fetching the tmux of ${release}`, () => bringRelease(release, CACHE));
    if (folder === undefined) stdout.write(`  The mirror does not have ${release}.\n`);
    else found.push(describeTmux(folder));
  }
  return found;
}

async function testVersion({ version, folder }) {
  const startedAt = performance.now();
  const report = join(REPORTS, `tmux-${version.replaceAll('/', '-')}.json`);
  stdout.write(`\n── tmux ${version}\n`);
  rmSync(report, { force: true });
  const files = TESTS.map((name) => `packages/practice-server/test/${name}.test.ts`);
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['run', '--project', '*practice-server*', ...reporters, ...files];
  const code = await tryRun(bin('vitest'), args, { env: { ...env, AF_TEST_TMUX: folder } });
  const result = { version, ...readVitestReport(report, code) };
  stdout.write(`tmux ${version}: ${result.passed} passed, ${result.failed} failed (${seconds(startedAt)})\n`);
  return result;
}

await main(async () => {
  const args = readArguments();
  await install({ everything: true });
  await build({ site: false });
  mkdirSync(REPORTS, { recursive: true });
  const { all, chosen, unknown } = await findVersions(args);
  for (const version of unknown) stderr.write(`There is no tmux ${version} here; there is ${all.join(', ')}.\n`);
  if (chosen.length === 0 || unknown.length > 0) exit(2);
  const results = [];
  for (const tmux of chosen) results.push(await testVersion(tmux));
  stdout.write(`\n${table(results)}\n`);
  exit(results.every(({ failed }) => failed === 0) ? 0 : 1);
});
