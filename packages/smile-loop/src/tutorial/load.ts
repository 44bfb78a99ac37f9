import { basename, dirname, resolve } from 'node:path';
import { systemReason } from '../config/system-reason.js';
import { SmileError } from '../contract/errors.js';
import { MAX_TUTORIAL_BYTES } from '../contract/limits.js';
import { namedHosts } from './hosts.js';
import { findImages, type TutorialImage } from './images.js';
import { NotAFile, readAtMost } from './read.js';

export interface Tutorial {
  /** Absolute path. */
  file: string;
  /** Absolute: images are relative to it, and confined to it. */
  folder: string;
  /** The file's own name. */
  name: string;
  /** As it is in the file, byte for byte: front matter, line ends and byte order mark too. */
  text: string;
  images: TutorialImage[];
  /** Hosts that its text names. */
  hosts: string[];
}

/**
 * Reads a tutorial and looks at its images. An empty file is one: the student has to say that it cannot.
 *
 * @throws SmileError `tutorial_not_found`, `tutorial_too_large`, `tutorial_encoding`, `tutorial_binary`,
 * `tutorial_unreadable`
 */
export async function loadTutorial(path: string): Promise<Tutorial> {
  const file = resolve(path);
  const text = decode(await readTutorial(path), path);
  const folder = dirname(file);
  return { file, folder, name: basename(file), text, images: await findImages(text, folder), hosts: namedHosts(text) };
}

async function readTutorial(path: string): Promise<Buffer> {
  const bytes = await readAtMost(path, MAX_TUTORIAL_BYTES + 1).catch((error: unknown) => {
    throw readError(error, path);
  });
  if (bytes.length <= MAX_TUTORIAL_BYTES) return bytes;
  const message = `Tutorial exceeds size limit (100KB): ${path}. Split it into parts that are followed one by one.`;
  throw new SmileError('tutorial_too_large', message, { path, limit: MAX_TUTORIAL_BYTES });
}

function readError(error: unknown, path: string): SmileError {
  if (error instanceof NotAFile) {
    return new SmileError('tutorial_unreadable', `${path} is not a file. Name a Markdown file.`, { path });
  }
  const { reason, missing } = systemReason(error);
  if (missing) return new SmileError('tutorial_not_found', `Tutorial not found: ${path}`, { path });
  return new SmileError('tutorial_unreadable', `${path} cannot be read: ${reason}.`, { path });
}

function decode(bytes: Buffer, path: string): string {
  // No text has a zero byte, in UTF-8; UTF-16 is full of them, and its mark tells the two apart.
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (bytes.includes(0) && !isUtf16) {
    const message = `${path} is not a valid markdown file: it has bytes that no text has.`;
    throw new SmileError('tutorial_binary', message, { path, offset: bytes.indexOf(0) });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const found = isUtf16 ? 'UTF-16' : 'not valid UTF-8';
    throw new SmileError('tutorial_encoding', `${path} is ${found}. Save it as UTF-8.`, { path });
  }
}
