import { type BigIntStats, constants, lstatSync, renameSync } from 'node:fs';
import { type FileHandle, link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifPossible, systemCode } from '../system.js';
import { signatureOf } from './own-writes.js';
import { temporaryName } from './temporary.js';

/** Rights of a new file before the user's umask: as every editor makes it. */
const NEW_FILE_MODE = 0o666;
/** Nobody else reads a file's new content before it has the rights of the old one. */
const PRIVATE_MODE = 0o600;
const RIGHTS = 0o7777n;
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_WRONLY } = constants;

export interface Replacement {
  /** The folder, as the start of a path. */
  readonly folder: string;
  readonly name: string;
  readonly bytes: Buffer;
  /** What is to be replaced, as it was when it was judged; undefined if there was nothing. */
  readonly old: BigIntStats | undefined;
}

/**
 * Puts a whole file in the place of another one, or of none; readers see the old content or the new one, even after a
 * power failure. Returns what the new file is like, or undefined if what is there is no longer what was judged: then
 * nothing has changed. Throws the system's error, and then nothing has changed either.
 */
export async function replaceFile(replacement: Replacement): Promise<BigIntStats | undefined> {
  const { folder, name, old } = replacement;
  const target = join(folder, name);
  // A rename would replace a file that nobody may write.
  if (old !== undefined) await (await open(target, O_WRONLY | O_NOFOLLOW | O_NONBLOCK)).close();
  const temporary = join(folder, temporaryName());
  try {
    const written = await writeNew(temporary, replacement);
    return (await isPut(temporary, target, old)) ? written : undefined;
  } finally {
    await ifPossible(rm(temporary, { force: true }));
  }
}

async function writeNew(path: string, { bytes, old }: Replacement): Promise<BigIntStats> {
  const file = await open(path, 'wx', old === undefined ? NEW_FILE_MODE : PRIVATE_MODE);
  try {
    await file.writeFile(bytes);
    if (old !== undefined) await keepRights(file, old);
    await file.sync();
    return await file.stat({ bigint: true });
  } finally {
    await file.close();
  }
}

/** The owner first, as a change of it takes some rights away. What belongs to others can at most stay their group's. */
async function keepRights(file: FileHandle, { uid, gid, mode }: BigIntStats): Promise<void> {
  const now = await file.stat({ bigint: true });
  if (now.uid !== uid) await ifPossible(file.chown(Number(uid), Number(gid)));
  else if (now.gid !== gid) await ifPossible(file.chown(Number(now.uid), Number(gid)));
  await file.chmod(Number(mode & RIGHTS));
}

async function isPut(temporary: string, target: string, old: BigIntStats | undefined): Promise<boolean> {
  if (old === undefined) return isPutWhereNothingIs(temporary, target);
  // In one go, though others wait for these microseconds: what another program puts there in between would be lost.
  const now = lstatSync(target, { bigint: true, throwIfNoEntry: false });
  if (now === undefined || signatureOf(now) !== signatureOf(old)) return false;
  renameSync(temporary, target);
  return true;
}

/** A link fails if something is there, whoever was quicker; where a disk knows none, we look once more. */
async function isPutWhereNothingIs(temporary: string, target: string): Promise<boolean> {
  try {
    await link(temporary, target);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(systemCode(error) ?? '')) throw error;
  }
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return false;
  renameSync(temporary, target);
  return true;
}
