import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exercise } from '../exercise.js';
import { INSTRUCTIONS_FILE, STARTER_FOLDER } from '../files.js';
import { sha256 } from './hash.js';

/** A file as the exercise ships it. */
export interface ShippedFile {
  /** Relative to the workspace. */
  path: string;
  content: Buffer;
  sha256: string;
  executable: boolean;
}

const SHEBANG = Buffer.from('#!');

/**
 * What a workspace of this exercise starts with. Where a starter file has the name under which the
 * agent looks for its instructions, the instructions win: without them there is no tutor.
 */
export async function shippedFiles(exercise: Exercise, instructionFile?: string): Promise<ShippedFile[]> {
  const instructions = Buffer.from(exercise.instructions);
  const files = new Map<string, ShippedFile>();
  for (const path of exercise.config.workspace.starterFiles) files.set(path, await starterFile(exercise.dir, path));
  for (const path of new Set([INSTRUCTIONS_FILE, instructionFile ?? INSTRUCTIONS_FILE])) {
    files.set(path, { path, content: instructions, sha256: sha256(instructions), executable: false });
  }
  return [...files.values()];
}

/** What was fetched has lost its run bit; a script is known by its first line then. */
async function starterFile(dir: string, path: string): Promise<ShippedFile> {
  const source = join(dir, STARTER_FOLDER, path);
  const [content, { mode }] = await Promise.all([readFile(source), stat(source)]);
  const executable = (mode & 0o100) !== 0 || content.subarray(0, SHEBANG.length).equals(SHEBANG);
  return { path, content, sha256: sha256(content), executable };
}
