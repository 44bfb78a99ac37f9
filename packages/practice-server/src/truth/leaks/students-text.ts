import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '@agent-factory/exercise-runtime';
import { isIgnored } from '../../check-on-save/ignored.js';

/** Files that are read at most, and bytes of each: an exercise has a handful, of some thousand. */
const MAX_FILES = 200;
const MAX_BYTES = 256 * 1024;

/** What the files of a workspace hold, without what tools have put there, and without following links. */
export async function studentsText(workspace: string): Promise<string[]> {
  const paths = await filesIn(workspace, MAX_FILES);
  const texts: string[] = [];
  for (const path of paths) texts.push(await beginningOf(path));
  return texts;
}

/** Those above first. A folder that is gone meanwhile, or must not be read, has none. */
async function filesIn(folder: string, most: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const own = entries.filter(({ name }) => !isIgnored(name));
  const files = own.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name));
  for (const entry of own) {
    if (files.length >= most) break;
    if (entry.isDirectory()) files.push(...(await filesIn(join(folder, entry.name), most - files.length)));
  }
  return files.slice(0, most);
}

async function beginningOf(path: string): Promise<string> {
  const file = await ifThere(open(path)).catch(() => undefined);
  if (file === undefined) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
