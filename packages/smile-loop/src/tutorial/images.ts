import { realpath, stat } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { systemReason } from '../config/system-reason.js';
import { MAX_IMAGE_BYTES } from '../contract/limits.js';
import { imageType } from './image-format.js';
import { type ImageReference, imageReferences } from './image-references.js';
import { NotAFile, readAtMost } from './read.js';

type ImageStatus = 'there' | 'missing' | 'outside' | 'too_large' | 'wrong_format' | 'remote';

export interface TutorialImage {
  /** From 1: where it is shown. */
  line: number;
  /** As the tutorial writes it. */
  path: string;
  status: ImageStatus;
  /** Absolute path without links, where it is there. */
  file?: string;
  /** Relative to the tutorial's folder, as it is looked for, where it is there. */
  place?: string;
  mediaType?: string;
}

/** Looks at every image of a text. One that is missing is no error: the student has to judge. */
export async function findImages(text: string, folder: string): Promise<TutorialImage[]> {
  const references = imageReferences(text);
  if (references.length === 0) return [];
  const root = await realpath(folder);
  const looked = new Map<string, Promise<Omit<TutorialImage, 'line' | 'path'>>>();
  return Promise.all(
    references.map(async ({ line, source }: ImageReference) => {
      const state = looked.get(source) ?? look(source, folder, root);
      looked.set(source, state);
      return { line, path: source, ...(await state) };
    }),
  );
}

async function look(source: string, folder: string, root: string): Promise<Omit<TutorialImage, 'line' | 'path'>> {
  if (/^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(source)) return { status: 'remote' };
  const path = pathOf(source);
  if (path === undefined || path === '') return { status: 'missing' };
  const wanted = resolve(folder, path);
  if (!isBelow(wanted, resolve(folder))) return { status: 'outside' };
  try {
    const file = await realpath(wanted);
    return isBelow(file, root) ? await judge(file, relative(folder, wanted)) : { status: 'outside' };
  } catch (error) {
    if (error instanceof NotAFile) return { status: 'missing' };
    systemReason(error);
    return { status: 'missing' };
  }
}

async function judge(file: string, place: string): Promise<Omit<TutorialImage, 'line' | 'path'>> {
  if ((await stat(file)).size > MAX_IMAGE_BYTES) return { status: 'too_large' };
  // An SVG may begin with a long licence; four kilobytes hold it.
  const mediaType = imageType(place, await readAtMost(file, 4096));
  return mediaType === undefined ? { status: 'wrong_format' } : { status: 'there', file, place, mediaType };
}

/** The path without query, fragment and percent signs; undefined where these are no text. */
function pathOf(source: string): string | undefined {
  try {
    const path = decodeURIComponent(source.replace(/[?#].*$/s, ''));
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
