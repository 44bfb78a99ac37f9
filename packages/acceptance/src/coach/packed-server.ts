import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type TemporaryFolder, temporaryFolder } from '../machine/temporary-folder.js';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../../../practice-server', import.meta.url));
/** npm fetches what it does not have yet. */
const NPM_TIMEOUT_MS = 120_000;

/** The practice server as npm gives it to a student. */
export interface PackedServer extends TemporaryFolder {
  /** Absolute path of its program. */
  readonly program: string;
}

/** Packs it and installs that in an empty folder, without install scripts, as the package promises to need none. */
export async function installPacked(): Promise<PackedServer> {
  const folder = await temporaryFolder();
  const { path } = folder;
  try {
    const { stdout } = await npm(PACKAGE, 'pack', '--ignore-scripts', '--pack-destination', path);
    const tarball = join(path, stdout.trim().split('\n').at(-1) ?? '');
    const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
    await npm(path, 'install', '--prefix', path, ...quiet, tarball);
    return { ...folder, program: join(path, 'node_modules', '.bin', 'practice-server') };
  } catch (error) {
    await folder[Symbol.asyncDispose]();
    throw error;
  }
}

/** With the machine's own environment, which knows where packages come from. */
function npm(cwd: string, ...args: readonly string[]) {
  return run('npm', args, { cwd, timeout: NPM_TIMEOUT_MS });
}
