import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Far more than the settings have. */
const MAX_BYTES = 64 * 1024;
/** Files under other names that are kept of one that was broken again and again. */
const MAX_KEPT = 100;

/** Tells one state of the file from another; empty where there is none. */
export async function markOf(path: string): Promise<string> {
  const { mtimeMs, size, ino } = (await ifThere(stat(path))) ?? {};
  return mtimeMs === undefined ? '' : `${mtimeMs} ${size} ${ino}`;
}

/** The text; undefined without a file. Throws what the system throws, and for a file that is too long to be one. */
export async function readSettingsFile(path: string): Promise<string | undefined> {
  const file = await ifThere(open(path, constants.O_RDONLY | constants.O_NONBLOCK));
  if (file === undefined) return undefined;
  try {
    requireSmallFile(await file.stat());
    const buffer = Buffer.alloc(MAX_BYTES + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

function requireSmallFile(stats: Stats): void {
  if (!stats.isFile()) throw new Error('It is not a file');
  if (stats.size > MAX_BYTES) throw new Error(`It has more than ${MAX_BYTES} bytes`);
}

/** Writes all of it or nothing, for the student alone to read. */
export async function writeSettingsFile(path: string, text: string): Promise<void> {
  const next = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    const file = await open(next, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

/** Keeps a copy beside it, under a name that is free: `coach.json.bad`, `coach.json.bad.2`. Tells its path. */
export async function keepBroken(path: string): Promise<string> {
  for (let count = 1; ; count++) {
    const kept = count === 1 ? `${path}.bad` : `${path}.bad.${count}`;
    try {
      await copyFile(path, kept, constants.COPYFILE_EXCL);
      return kept;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || count === MAX_KEPT) throw error;
    }
  }
}

async function ifThere<T>(result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
