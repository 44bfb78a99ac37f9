import * as z from 'zod';

const MAX_PATH_LENGTH = 200;
/** Longest name, in bytes, that every file system in use allows. 200 Chinese characters are 600 bytes. */
const MAX_NAME_BYTES = 255;

/** Drive letters and backslashes mean something on Windows, where a name cannot have the others at all. */
const FORBIDDEN = /[\\:<>"|?*]/;
/** Control characters, line and paragraph separators, and what makes a name read backwards. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** With the flag `u`, this matches only half of a surrogate pair, which no file system can store. */
const LONE_SURROGATE = /\p{Cs}/u;
/** Names of devices on Windows, in any folder and whatever comes after a dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])[ ]*(?:\..*)?$/i;
/** Git runs what is in its own folder. macOS ignores invisible characters in names; Windows has short names. */
const GIT = /^(?:\.git|git~\d+)$/i;
const IGNORED_IN_NAMES = /\p{Cf}/gu;

const STAYS_INSIDE = 'a relative path that stays inside the exercise';

/** Whether a name is one that Windows keeps for a device. */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}

/** The first requirement on a content path that this one does not meet, or undefined. */
function unmetOf(path: string): string | undefined {
  // Zod counts a surrogate pair as one character.
  if (path.length > MAX_PATH_LENGTH) return `a path of at most ${MAX_PATH_LENGTH} characters`;
  if (FORBIDDEN.test(path)) return `${STAYS_INSIDE}, without any of \\ : < > " | ? *`;
  if (INVISIBLE.test(path) || LONE_SURROGATE.test(path)) return `${STAYS_INSIDE}, of characters that can be seen`;
  for (const name of path.split('/')) {
    const unmet = unmetOfName(name);
    if (unmet !== undefined) return unmet;
  }
  return undefined;
}

/** Content travels between systems, so no exercise may use a name that one of them forbids or reads differently. */
function unmetOfName(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return STAYS_INSIDE;
  if (/[ .]$/.test(name)) return 'a path without names that end in a space or a dot; Windows leaves them out';
  if (isDeviceName(name)) return `a path without "${name}", which is a device on Windows`;
  if (GIT.test(name.replace(IGNORED_IN_NAMES, ''))) return `a path without "${name}", which is git's own`;
  if (bytesOf(name) > MAX_NAME_BYTES) return `a path of names of at most ${MAX_NAME_BYTES} bytes each`;
  return undefined;
}

/** Length in UTF-8. */
function bytesOf(name: string): number {
  let bytes = 0;
  for (const character of name) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** A file in an exercise: relative, with forward slashes, inside its folder, with names that every system allows. */
export const contentPathSchema = z
  .string()
  .min(1)
  .max(MAX_PATH_LENGTH, { abort: true })
  .superRefine((path, context) => {
    const unmet = path === '' ? undefined : unmetOf(path);
    if (unmet !== undefined) context.addIssue({ code: 'custom', message: unmet, input: path });
  });

/**
 * A path as macOS and Windows compare it: ignoring case, with every accent written the same way. Two paths
 * for which this is equal name one file there.
 */
export function comparablePath(path: string): string {
  return path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFC');
}
