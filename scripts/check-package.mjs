#!/usr/bin/env node
// Packs the daemon as it would be published, installs the tarball in an empty folder and runs it
// there: with nothing of this repository, no compiler and no install script.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath, exit, stdout } from 'node:process';
import { promisify } from 'node:util';
import { bin, ROOT, run } from './lib/run.mjs';

const execute = promisify(execFile);
const PACKAGE = join(ROOT, 'packages/practice-server');

/** Packed size in bytes and number of installed packages that a student's first start may cost. */
const MAX_PACKED_BYTES = 3_000_000;
const MAX_PACKAGES = 10;

const folder = await mkdtemp(join(tmpdir(), 'practice-package-'));
const problems = [];
try {
  await run(bin('publint'), [PACKAGE, '--pack', 'npm'], { quiet: true });
  const { filename, size, files } = await pack();
  if (size > MAX_PACKED_BYTES) problems.push(`The package has ${size} bytes; ${MAX_PACKED_BYTES} is the most.`);
  const installed = await install(join(folder, filename));
  if (installed.length > MAX_PACKAGES)
    problems.push(`npx installs ${installed.length} packages; ${MAX_PACKAGES} is the most.`);
  for (const name of installed.filter((entry) => entry.scripts)) problems.push(`${name.name} has an install script.`);
  const version = await runInstalled('--version');
  const help = await runInstalled('--help');
  if (!help.includes('Usage: practice-server')) problems.push('The installed program does not show its help.');
  const doctor = await runInstalled('doctor');
  if (!doctor.includes(`practice-server ${version.trim()}`)) problems.push('The installed doctor does not report.');
  stdout.write(
    `${files.length} files, ${size} bytes packed, ${installed.length} packages installed, version ${version}`,
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
for (const problem of problems) stdout.write(`${problem}\n`);
exit(problems.length === 0 ? 0 : 1);

async function pack() {
  const { stdout: json } = await execute('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: PACKAGE,
  });
  const parsed = JSON.parse(json);
  return Array.isArray(parsed) ? parsed[0] : Object.values(parsed)[0];
}

async function install(tarball) {
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefer-offline',
    tarball,
  ];
  await execute('npm', args, { cwd: folder });
  const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  return Object.entries(lock.packages).map(([name, entry]) => ({ name, scripts: entry.hasInstallScript === true }));
}

/** As a student's shell would: from another folder, with a home of its own. */
async function runInstalled(...args) {
  const program = join(folder, 'node_modules/.bin/practice-server');
  const options = {
    cwd: folder,
    env: { PATH: `${execPath.replace(/\/[^/]*$/, '')}:${env.PATH}`, HOME: folder, AF_PRACTICE_HOME: folder },
  };
  return execute(program, args, options).then(
    (result) => result.stdout,
    (error) => `${error.stdout}${error.stderr}`,
  );
}
