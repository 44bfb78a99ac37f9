import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file that follows from others. Nobody edits it by hand. */
export interface GeneratedFile {
  /** Relative to the folder of the exercises, with forward slashes. */
  path: string;
  text: string;
  /** Permission bits, where they matter. */
  mode?: number;
}

/** Those that are missing or not what they should be. */
export function staleFiles(exercises: string, files: readonly GeneratedFile[]): GeneratedFile[] {
  return files.filter(({ path, text, mode }) => {
    const target = join(exercises, path);
    if (!existsSync(target) || readFileSync(target, 'utf8') !== text) return true;
    return mode !== undefined && (statSync(target).mode & 0o111) !== (mode & 0o111);
  });
}

export function writeFiles(exercises: string, files: readonly GeneratedFile[]): void {
  for (const { path, text, mode } of files) {
    const target = join(exercises, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text);
    if (mode !== undefined) chmodSync(target, mode);
  }
}
