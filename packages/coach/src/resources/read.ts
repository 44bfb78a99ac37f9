import { stat } from 'node:fs/promises';
import { PracticeError } from '@agent-factory/protocol';
import type { Unsuitable } from '../files/refusals.js';
import { ifPossible } from '../files/system.js';
import { listDirectory } from '../tree/scan-tree.js';
import { requireShown } from '../workplace/sight.js';
import type { Workplace } from '../workplace/workplace.js';
import { entriesOfFolder, type ResourceEntries } from './entries.js';
import { MAX_READ_BYTES } from './limits.js';
import { pathOf } from './uri.js';

/** What is at a URI: the text of a file, or what is in a folder. */
export type Resource = { readonly text: string } | ResourceEntries;

const TOO_LARGE = `is larger than ${MAX_READ_BYTES / 1024} KB`;
const WHY: Record<Unsuitable, string> = {
  binary: 'is not text',
  too_large: TOO_LARGE,
  not_utf8: 'is not encoded as UTF-8',
  not_a_file: 'is no regular file',
  unreadable: 'cannot be read',
};

/**
 * As far as the student shows it: a file as it is in the editor, or only as it is saved. Throws `not_visible`,
 * `invalid_request` for a URI of something else, and what reading files and folders throws.
 */
export async function readResource(workplace: Workplace, { uri }: { readonly uri: string }): Promise<Resource> {
  requireShown(workplace.choices.now.visibility, 'buffers');
  const path = pathOf(uri);
  return typedText(workplace, path) ?? (await savedResource(workplace, path));
}

/** What is typed and not saved, where the student shows it. */
function typedText({ choices, disk }: Workplace, path: string): Resource | undefined {
  if (choices.now.visibility !== 'everything' || isFolderPath(path)) return undefined;
  const entry = disk.buffers.get(path);
  return entry?.dirty ? textOf(path, entry.content, Buffer.byteLength(entry.content)) : undefined;
}

async function savedResource({ disk }: Workplace, path: string): Promise<Resource> {
  if (isFolderPath(path)) return entriesOfFolder(await listDirectory(disk.folder, path));
  const place = await disk.folder.resolve(path);
  const isFolder = place.exists && (await ifPossible(stat(place.real)))?.isDirectory() === true;
  if (isFolder) return entriesOfFolder(await listDirectory(disk.folder, place.path));
  const { content, bytes } = await disk.files.readFile(path).catch((error: unknown) => {
    throw forAgents(error, path);
  });
  return textOf(path, content, bytes);
}

function textOf(path: string, text: string, bytes: number): Resource {
  if (bytes > MAX_READ_BYTES) throw unreadable(path, 'too_large');
  return { text };
}

function isFolderPath(path: string): boolean {
  return path === '' || path.endsWith('/');
}

/** What students are told of such a file is what they can do themselves. */
function forAgents(error: unknown, path: string): unknown {
  const isUnsuitable = error instanceof PracticeError && error.code === 'file_unsuitable';
  return isUnsuitable ? unreadable(path, error.facts?.reason as Unsuitable) : error;
}

function unreadable(path: string, reason: Unsuitable): PracticeError {
  const message = `${path} ${WHY[reason]}, so you cannot see it. Go on without it, or ask the student about it.`;
  return new PracticeError('file_unsuitable', message, { path, reason });
}
