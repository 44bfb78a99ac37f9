import { platform } from 'node:process';
import { MAX_PATH_LENGTH } from '@agent-factory/protocol/coach';
import { MAX_NAME_BYTES } from './limits.js';
import { notFound, outside, unsuitable } from './refusals.js';

/** A file with such a name may be there, but a message, a diff or a terminal cannot carry it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for.
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f]/;
/** Windows drops dots and blanks at the end of a name, so `..  ` leads upwards; a colon is a drive or a hidden stream. */
const WINDOWS_TRICKS = /[. ]$|:|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
/** What a name that is not valid UTF-8 was read as, and half of a pair of UTF-16: no path leads back to either. */
const BROKEN = /\ufffd|\p{Surrogate}/u;

/** Whether a file with this name can be asked for. */
export function isUsableName(name: string): boolean {
  return !CONTROL_CHARACTERS.test(name) && !BROKEN.test(name);
}

/**
 * The one spelling of a path relative to the project's folder, with `/` between names. Looks at no disk.
 *
 * Throws `path_outside` if it is absolute or leads upwards, `file_not_found` if no file can have it, and
 * `file_unsuitable` if its name cannot be used here.
 */
export function projectPath(path: string, system: NodeJS.Platform = platform): string {
  if (path.length > MAX_PATH_LENGTH) throw notFound(path, 'is too long for a path');
  if (path.startsWith('/')) throw outside(path, 'is an absolute path');
  if (path.includes('\0')) throw outside(path, 'has a character that ends a path');
  if (system === 'win32' && path.includes('\\')) throw outside(path, 'has a backslash; use / between names');
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  for (const name of names) checkName(path, name, system);
  if (names.length === 0) throw notFound(path, 'names no file');
  return names.join('/');
}

function checkName(path: string, name: string, system: NodeJS.Platform): void {
  if (name === '..') throw outside(path, 'leads upwards');
  if (system === 'win32' && WINDOWS_TRICKS.test(name)) throw outside(path, 'has a name that Windows reads as another');
  if (!isUsableName(name)) throw unsuitable(path, 'unreadable', 'has a name that cannot be used here. Rename it.');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw notFound(path, 'has a name that is too long');
}

/** The path of what has this name in a folder of the project; the empty path is that of the project itself. */
export function pathIn(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
