import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Exercise } from '../exercise.js';
import { reading } from '../file-system.js';
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
 * What a workspace of this exercise starts with. If a starter file has the name under which an
 * agent looks for its instructions, the instructions win: without them there is no tutor.
 */
export async function shippedFiles(
  exercise: Exercise,
  ...instructionFiles: readonly (string | undefined)[]
): Promise<ShippedFile[]> {
  const files = new Map<string, ShippedFile>();
  for (const path of exercise.config.workspace.starterFiles) files.set(path, await starterFile(exercise.dir, path));
  for (const [path, text] of instructionsOf(exercise, instructionFiles)) {
    const content = Buffer.from(text);
    files.set(path, { path, content, sha256: sha256(content), executable: false });
  }
  return [...files.values()];
}

/** The instructions by file name. If the exercise ships none for an agent, it gets those of CLAUDE.md. */
function instructionsOf(
  { instructions, otherInstructions }: Exercise,
  wanted: readonly (string | undefined)[],
): Map<string, string> {
  const texts = new Map([[INSTRUCTIONS_FILE, instructions], ...otherInstructions]);
  for (const name of wanted) if (name !== undefined && !texts.has(name)) texts.set(name, instructions);
  return texts;
}

/** Fetched files have lost their run bit, so a script is recognised by its first line. */
async function starterFile(dir: string, path: string): Promise<ShippedFile> {
  const source = join(dir, STARTER_FOLDER, path);
  const [content, { mode }] = await reading(source, () => Promise.all([readFile(source), stat(source)]));
  const executable = (mode & 0o100) !== 0 || content.subarray(0, SHEBANG.length).equals(SHEBANG);
  return { path, content, sha256: sha256(content), executable };
}
