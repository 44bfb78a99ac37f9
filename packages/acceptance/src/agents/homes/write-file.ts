import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes a file and the folders above it. */
export async function writeBelow(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

export function writeJson(path: string, value: unknown): Promise<void> {
  return writeBelow(path, JSON.stringify(value));
}
