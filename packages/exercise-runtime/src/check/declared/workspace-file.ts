import { constants } from 'node:fs';
import { lstat, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_EXERCISE_FILE_BYTES } from '@agent-factory/protocol';
import { realInside } from '../../confine.js';
import { ifThere, systemCode } from '../../file-system.js';
import type { Difference } from './verdict.js';

/** A file in the workspace, or why it cannot be judged. */
export type Looked<T> = { ok: true; value: T } | { ok: false; difference: Difference };

/** The real path of a file, which has to be inside the workspace, and its size. */
export async function findFile(path: string, root: string): Promise<Looked<{ real: string; size: number }>> {
  const absolute = join(root, path);
  if ((await ifThere(lstat(absolute))) === undefined) return missing(path, 'there is none yet', 'nothing');
  const real = await realInside(absolute, root);
  const found = real && (await ifThere(stat(real)));
  if (!found) {
    return missing(path, 'what is there leads out of the workspace or nowhere', 'a link out of the workspace');
  }
  if (found.isFile()) return { ok: true, value: { real, size: found.size } };
  const kind = found.isDirectory() ? 'a folder' : 'something that is no file';
  return missing(path, 'what is there is no regular file', kind);
}

/** The file's text, unchanged. */
export async function readFileText(path: string, root: string): Promise<Looked<string>> {
  const file = await findFile(path, root);
  if (!file.ok) return file;
  const { real, size } = file.value;
  if (size > MAX_EXERCISE_FILE_BYTES) {
    const message = `${path} has ${size} bytes; at most ${MAX_EXERCISE_FILE_BYTES} can be checked.`;
    return unreadable({ message, expected: `at most ${MAX_EXERCISE_FILE_BYTES} bytes`, found: `${size} bytes` }, path);
  }
  const text = await textOf(real);
  if (text !== undefined) return { ok: true, value: text };
  const message = `${path} is there, but cannot be read. Check its permissions.`;
  return unreadable({ message, expected: 'a file that can be read', found: 'one that cannot' }, path);
}

/** Converts the line ends of an editor on Windows. */
export function unixLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function missing(path: string, why: string, found: string): Looked<never> {
  const message = `A file ${path} was expected; ${why}.`;
  return { ok: false, difference: { message, expected: `a file ${path}`, found, where: path } };
}

function unreadable(difference: Omit<Difference, 'where'>, where: string): Looked<never> {
  return { ok: false, difference: { ...difference, where } };
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (['EACCES', 'EPERM', 'ENOENT'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}
