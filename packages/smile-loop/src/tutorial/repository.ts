import { execFile } from 'node:child_process';
import { copyFile, lstat, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { systemReason } from '../config/system-reason.js';

const run = promisify(execFile);

/** Files and bytes that a mentor is given at most: a repository may be as large as it likes. */
const MAX_FILES = 5000;
const MAX_BYTES = 100 * 1024 * 1024;
/** Bytes of one file: what is larger is seldom text. */
const MAX_FILE_BYTES = 1024 * 1024;
/** Bytes of the list itself. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;
const GIT_LIMIT_MS = 20_000;

/**
 * Copies what git tracks around a tutorial into a folder, so that a mentor can look things up without seeing what the
 * author has beside it: no keys, no settings, nothing ignored. Returns how many files there are; 0 where there is no
 * repository, or no git.
 */
export async function stageRepository(tutorialFolder: string, target: string): Promise<number> {
  await mkdir(target, { recursive: true });
  const root = await git(tutorialFolder, ['rev-parse', '--show-toplevel']);
  if (root === undefined) return 0;
  const list = (await git(root.trimEnd(), ['ls-files', '-z', '--cached'])) ?? '';
  let files = 0;
  let bytes = 0;
  for (const path of list.split('\0').filter(Boolean)) {
    const size = await sizeOf(join(root.trimEnd(), path));
    if (size === undefined || size > MAX_FILE_BYTES) continue;
    bytes += size;
    files += 1;
    if (files > MAX_FILES || bytes > MAX_BYTES) return files - 1;
    await mkdir(dirname(join(target, path)), { recursive: true });
    await copyFile(join(root.trimEnd(), path), join(target, path)).catch(passOver);
  }
  return files;
}

/** What the author may not read, a mentor may not either. */
function passOver(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
}

/** What git prints; undefined where it fails. It reads no settings of the repository that would run something. */
async function git(folder: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const options = { cwd: folder, timeout: GIT_LIMIT_MS, maxBuffer: MAX_LIST_BYTES };
    const { stdout } = await run('git', ['-c', 'core.fsmonitor=false', ...args], options);
    return stdout;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}

/** Of a real file; links may lead anywhere. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const stats = await lstat(path);
    return stats.isFile() ? stats.size : undefined;
  } catch (error) {
    systemReason(error);
    return undefined;
  }
}
