import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** One of so many shares of a part's files, the first being 1: what fits into an evening of a part that takes days. */
export interface Share {
  readonly which: number;
  readonly of: number;
}

/** All of a part. */
export const WHOLE: Share = { which: 1, of: 1 };

const SHARE = /^([1-9]\d?)\/([1-9]\d?)$/;

/** Reads one as in `1/8`. Throws a TypeError with a sentence for whoever typed it if it is none. */
export function readShare(text: string): Share {
  const [, which, of] = SHARE.exec(text) ?? [];
  const share = { which: Number(which), of: Number(of) };
  if (which === undefined || share.which > share.of) throw new TypeError(`"${text}" is no share: try 1/8.`);
  return share;
}

/** As it is typed and kept. */
export function shareWords({ which, of }: Share): string {
  return `${which}/${of}`;
}

/**
 * Of these files the share's: by a hash of their names, so that neighbours fall into different ones, and a file that
 * comes or goes changes no other's.
 */
export function filesOfShare(files: readonly string[], { which, of }: Share): string[] {
  return files.filter((file) => (createHash('sha256').update(file).digest().readUInt32BE() % of) + 1 === which);
}

/** The TypeScript below a folder of a package, as paths from the package. */
export async function sourcesIn(packageFolder: string, folder: string): Promise<string[]> {
  const names = await readdir(join(packageFolder, folder), { recursive: true });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}
