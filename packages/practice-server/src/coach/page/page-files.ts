import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ifThere } from '@agent-factory/exercise-runtime';

/** Beside the bundle, one of its chunks, or the sources. */
const PLACES = ['./', '../', '../../../dist/'];

/** A name with the hash of its content in it, as the page's bundler gives: `editor-B7XX2EF7.js`. */
const HASHED = /-[A-Z0-9]{8}\.(?:js|css)$/;

export const INDEX = 'index.html';

/** A file of the page. */
export interface PageFile {
  /** Absolute path. */
  readonly path: string;
  readonly etag: string;
  /** Another content would have another name. */
  readonly isLasting: boolean;
}

/** Files by their paths below the page. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** The files of the page that is built into a folder of this name. */
export function listBuiltFiles(name: 'workbench' | 'dashboard'): Promise<PageFiles> {
  return listPageFiles(PLACES.map((place) => fileURLToPath(new URL(`${place}${name}/`, import.meta.url))));
}

/** The files of a page, listed once: nothing else is ever served. Empty if it was not built. */
export async function listPageFiles(folders: readonly string[]): Promise<PageFiles> {
  for (const folder of folders) {
    const files = await filesIn(folder);
    if (files.has(INDEX)) return files;
  }
  return new Map();
}

async function filesIn(folder: string): Promise<Map<string, PageFile>> {
  const entries = (await ifThere(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(
      paths.map(async (path): Promise<[string, PageFile]> => {
        const name = relative(folder, path).split(sep).join('/');
        return [name, { path, etag: etagOf(await readFile(path)), isLasting: HASHED.test(name) }];
      }),
    ),
  );
}

function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}
