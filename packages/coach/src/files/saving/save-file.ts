import { type BigIntStats, constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MAX_FILE_BYTES } from '@agent-factory/protocol/coach';
import type { Located, ProjectFolder } from '../project-folder.js';
import { bytesOf } from '../read-bytes.js';
import { conflict, outside, unsuitable } from '../refusals.js';
import { ifThere, systemCode } from '../system.js';
import { encodeText, formOf, type TextForm, versionOf } from '../text/text.js';
import type { FileLook } from './own-writes.js';
import { replaceFile } from './replace-file.js';
import { TargetFolder } from './target-folder.js';

const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
/** How often a save without conditions is tried again because something else writes at the same time. */
const ATTEMPTS = 5;

export interface SaveOptions {
  /** The version which the content replaces; null: there must be no such file. Without it, whatever is there goes. */
  readonly expectedVersion?: string | null | undefined;
  /** Replaces what is there in spite of `expectedVersion`. */
  readonly force?: boolean | undefined;
}

export interface Saved extends TextForm {
  readonly look: FileLook;
  readonly version: string;
  readonly bytes: number;
}

interface Disk {
  readonly stats: BigIntStats;
  readonly bytes: Buffer;
  readonly version: string;
}

export interface Save {
  readonly place: Located;
  readonly content: string;
  readonly options: SaveOptions;
  /** Called with the folder of the file, as the start of a path, before anything is written there. */
  readonly prepare: (at: string) => Promise<void>;
}

/** Writes a file at its real path. Throws what `ProjectFiles.writeFile` throws, or the system's error. */
export async function saveFile(folder: ProjectFolder, { place, content, options, prepare }: Save): Promise<Saved> {
  // Before folders are made for it.
  if (!place.exists) judge({ place, content, options }, undefined);
  await using target = await TargetFolder.open(folder, place);
  await prepare(target.at);
  const name = basename(place.real);
  for (let attempt = 1; ; attempt += 1) {
    const disk = await readDisk(join(target.at, name), place.path);
    const { bytes, saved } = judge({ place, content, options }, disk);
    if (saved.version === disk?.version) return { ...saved, look: disk.stats };
    const look = await replaceFile({ folder: target.at, name, bytes, old: disk?.stats });
    if (look !== undefined) return { ...saved, look };
    if (attempt === ATTEMPTS) throw conflict(place.path, disk?.version ?? null);
  }
}

/** What is to take the place of what is there. Throws where that is refused. */
function judge({ place, content, options }: Omit<Save, 'prepare'>, disk: Disk | undefined) {
  const bytes = encodeText(content, disk && formOf(disk.bytes));
  if (bytes.length > MAX_FILE_BYTES) throw unsuitable(place.path, 'too_large');
  const saved = { bytes: bytes.length, version: versionOf(bytes), ...formOf(bytes) };
  if (saved.version !== disk?.version) checkExpected(place.path, disk, options);
  return { bytes, saved };
}

function checkExpected(path: string, disk: Disk | undefined, { expectedVersion, force = false }: SaveOptions): void {
  const version = disk?.version ?? null;
  if (force || expectedVersion === undefined || expectedVersion === version) return;
  throw conflict(path, version);
}

async function readDisk(path: string, shown: string): Promise<Disk | undefined> {
  const found = await ifThere(lstat(path, { bigint: true }));
  if (found === undefined) return undefined;
  if (found.isSymbolicLink()) throw outside(shown, 'has just become a link');
  if (!found.isFile()) throw unsuitable(shown, 'not_a_file');
  const file = await ifThere(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)).catch((error: unknown) => {
    throw systemCode(error) === 'ELOOP' ? outside(shown, 'has just become a link') : error;
  });
  if (file === undefined) return undefined;
  try {
    const bytes = await bytesOf(file, shown);
    return { bytes, version: versionOf(bytes), stats: await file.stat({ bigint: true }) };
  } finally {
    await file.close();
  }
}
