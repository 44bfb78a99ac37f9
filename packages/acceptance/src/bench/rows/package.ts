import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../machine/temporary-folder.js';
import { timeToHealthy } from '../measures/spawned-daemon.js';
import type { Row, RowContext } from '../row.js';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../../../../practice-server', import.meta.url));
const BYTES_PER_MB = 1_000_000;
const MS_PER_SECOND = 1000;
const NPM_TIMEOUT_MS = 120_000;

/** What a student downloads, without downloading it. */
export const packedSize: Row = {
  budgets: ['packed-size'],
  inShort: true,
  async measure() {
    const { size } = await pack('--dry-run');
    return [{ budget: 'packed-size', value: size / BYTES_PER_MB }];
  },
};

/** What npx does the first time: it installs the package in an empty folder and starts it. */
export const installed: Row = {
  budgets: ['packages', 'install-start'],
  inShort: false,
  async measure(context) {
    const folder = await emptyFolder(context);
    const { filename } = await pack('--pack-destination', folder);
    const tarball = join(folder, filename);
    // The first fills npm's cache.
    await install(await emptyFolder(context), tarball);
    const target = await emptyFolder(context);
    const startedAt = performance.now();
    await install(target, tarball);
    const installMs = performance.now() - startedAt;
    const healthyMs = await startInstalled(target);
    return [
      { budget: 'packages', value: await countPackages(target) },
      {
        budget: 'install-start',
        value: (installMs + healthyMs) / MS_PER_SECOND,
        compared: { install: installMs / MS_PER_SECOND, start: healthyMs / MS_PER_SECOND },
      },
    ];
  },
};

async function emptyFolder({ resources }: RowContext): Promise<string> {
  return resources.add(await temporaryFolder()).path;
}

async function pack(...args: readonly string[]): Promise<{ filename: string; size: number }> {
  const { stdout } = await npm(PACKAGE, 'pack', '--json', '--ignore-scripts', ...args);
  // npm 11.7 and older answer with a list, newer ones with an object by package name.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string; size: number }>);
  if (packed === undefined) throw new Error(`npm pack answered ${stdout}`);
  return packed;
}

/** Without install scripts, as the package promises to need none. */
async function install(folder: string, tarball: string): Promise<void> {
  await npm(
    folder,
    'install',
    '--prefix',
    folder,
    '--prefer-offline',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    tarball,
  );
}

function npm(cwd: string, ...args: readonly string[]) {
  return run('npm', args, { cwd, timeout: NPM_TIMEOUT_MS });
}

async function countPackages(folder: string): Promise<number> {
  const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: object;
  };
  return Object.keys(lock.packages).length;
}

async function startInstalled(folder: string): Promise<number> {
  const home = join(folder, 'home');
  await mkdir(home);
  const env = { PATH: process.env.PATH, HOME: home, SHELL: '/bin/sh' };
  return timeToHealthy({ argv: [join(folder, 'node_modules/.bin/practice-server')], env, home });
}
