#!/usr/bin/env node
// Packs each published package as it would be published, installs the tarball in an empty folder and runs it
// there: without anything from this repository, without a compiler and without install scripts.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env, execPath, exit, stdout } from 'node:process';
import { promisify } from 'node:util';
import { bin, ROOT, run } from './lib/run.mjs';

const execute = promisify(execFile);

/** What a first `npx` may cost (packed size in bytes, number of packages), and how the program proves that it works. */
const PACKAGES = [
  { name: 'practice-server', maxPackedBytes: 3_000_000, maxPackages: 10, prove: proveServer },
  { name: 'exercise-kit', maxPackedBytes: 500_000, maxPackages: 1, prove: proveKit },
  { name: 'smile-loop', maxPackedBytes: 700_000, maxPackages: 1, prove: proveLearner },
];

const problems = [];
for (const entry of PACKAGES) problems.push(...(await checkPackage(entry)));
for (const problem of problems) stdout.write(`${problem}\n`);
exit(problems.length === 0 ? 0 : 1);

async function checkPackage({ name, maxPackedBytes, maxPackages, prove }) {
  const source = join(ROOT, 'packages', name);
  const folder = await mkdtemp(join(tmpdir(), 'practice-package-'));
  const found = [];
  try {
    await run(bin('publint'), [source, '--pack', 'npm'], { quiet: true });
    const { filename, size, files } = await pack(source, folder);
    if (size > maxPackedBytes) found.push(`The package has ${size} bytes; at most ${maxPackedBytes} are allowed.`);
    const installed = await install(folder, join(folder, filename));
    if (installed.length > maxPackages)
      found.push(`npx installs ${installed.length} packages; at most ${maxPackages} are allowed.`);
    for (const one of installed.filter((entry) => entry.scripts)) found.push(`${one.name} has an install script.`);
    const ended = (...args) => runInstalled(folder, name, args);
    const program = Object.assign(async (...args) => (await ended(...args)).output, { ended });
    const version = (await program('--version')).trim();
    if (!(await program('--help')).includes(`Usage: ${name}`)) found.push('The program does not show its help.');
    found.push(...(await prove(program, version)));
    stdout.write(
      `${name} ${version}: ${files.length} files, ${size} bytes packed, ${installed.length} packages installed\n`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return found.map((problem) => `${name}: ${problem}`);
}

async function proveServer(program, version) {
  const doctor = await program('doctor');
  return doctor.includes(`practice-server ${version}`) ? [] : ['The installed doctor prints no report.'];
}

/** An author with nothing but the kit makes an exercise that passes all checks. */
async function proveKit(program) {
  const answers = { title: 'Tiny', lesson: 'new', language: 'node', difficulty: 'beginner', minutes: '20' };
  const made = await program('new', 'tiny', ...Object.entries(answers).flatMap(([name, text]) => [`--${name}`, text]));
  const outcomes = [await program('lint'), await program('test'), await program('build', '--check')];
  const proved = outcomes[0].includes('0 errors, 0 warnings') && outcomes[1].includes('5 mutants caught');
  return proved ? [] : [`A new exercise does not pass the kit's own checks:\n${[made, ...outcomes].join('\n')}`];
}

/** Settings are written, and a tutorial that is not there is told before an engine is looked for. */
async function proveLearner(program) {
  const made = await program('init');
  const missing = await program.ended('run', 'missing.md');
  const told = missing.code === 2 && missing.output.includes('Tutorial not found: ');
  return made.includes('smile.json') && told
    ? []
    : [`It does not begin. init: ${made}\nrun (exit code ${missing.code}): ${missing.output}`];
}

async function pack(source, folder) {
  const { stdout: json } = await execute('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: source,
  });
  const parsed = JSON.parse(json);
  return Array.isArray(parsed) ? parsed[0] : Object.values(parsed)[0];
}

async function install(folder, tarball) {
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

/** Runs it as a stranger's shell would: from another folder, with its own home. Resolves in any case. */
async function runInstalled(folder, name, args) {
  const program = join(folder, 'node_modules/.bin', name);
  const options = {
    cwd: folder,
    env: { PATH: `${execPath.replace(/\/[^/]*$/, '')}:${env.PATH}`, HOME: folder, AF_PRACTICE_HOME: folder },
  };
  return execute(program, args, options).then(
    (result) => ({ code: 0, output: result.stdout }),
    (error) => ({ code: error.code, output: `${error.stdout}${error.stderr}` }),
  );
}
