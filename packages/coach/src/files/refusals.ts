import { PracticeError } from '@agent-factory/protocol';
import { systemCode } from './system.js';

/** Why a file cannot be edited as text. */
export type Unsuitable = 'binary' | 'too_large' | 'not_utf8' | 'not_a_file' | 'unreadable';

const UNSUITABLE: Record<Unsuitable, string> = {
  binary: 'is not text, so it cannot be shown here. Open it with the program it belongs to.',
  too_large: 'is too large to be edited here. Open it in another editor.',
  not_utf8: 'is not encoded as UTF-8. Convert it in another editor, then open it again.',
  not_a_file: 'is not a regular file.',
  unreadable: 'cannot be read. Check its permissions.',
};
const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** What to do for codes that say more than that something is not allowed. */
const ADVICE: Record<string, string> = {
  EROFS: 'Its disk can only be read.',
  ENAMETOOLONG: 'Its name is too long for this disk.',
  EMFILE: 'This program has too many files open. Close some tabs and save again.',
  ENFILE: 'The system has too many files open. Close some programs and save again.',
  EIO: 'The disk reports an error. Check it, then save again.',
};
const CHECK_PERMISSIONS = 'Check the permissions of the file and of its folder, then save again.';
/** A path in a message is for reading; a longer one tells no more. */
const MAX_SHOWN_PATH = 200;

export function unsuitable(
  path: string,
  reason: Unsuitable,
  message = UNSUITABLE[reason],
  cause?: unknown,
): PracticeError {
  return new PracticeError('file_unsuitable', `${shown(path)} ${message}`, { path, reason }, { cause });
}

export function outside(path: string, why = 'leads out of the project'): PracticeError {
  const message = `${shown(path)} ${why}. Only files inside of the project's folder can be used.`;
  return new PracticeError('path_outside', message, { path });
}

export function notFound(path: string, why = 'is not there (any more)'): PracticeError {
  return new PracticeError('file_not_found', `${shown(path)} ${why}.`, { path });
}

/** `version` is that of what is on the disk now; null if nothing is. */
export function conflict(path: string, version: string | null): PracticeError {
  const what = version === null ? 'has been deleted' : 'has been changed by something else';
  const message = `${shown(path)} ${what} since it was read. Compare the two, then save again or take what is there.`;
  return new PracticeError('file_conflict', message, { path, version });
}

/** Turns a failed read into an error that a student understands. Anything but a system error is a bug and stays. */
export function readFailure(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return notFound(path);
  // A file without a program at its other end, such as a socket.
  if (code === 'ENXIO' || code === 'EISDIR') return unsuitable(path, 'not_a_file', undefined, error);
  // What was a file a moment ago is a link now.
  if (code === 'ELOOP') return outside(path, 'is a link that has just changed');
  return unsuitable(path, 'unreadable', undefined, error);
}

/** The same for a failed write. */
export function writeFailure(error: unknown, path: string): unknown {
  const code = systemCode(error);
  if (code === undefined) return error;
  if (FULL.has(code)) {
    const message = `The disk is full, or your share of it: ${shown(path)} is as it was. Free some space and save again.`;
    return new PracticeError('storage_full', message, { path }, { cause: error });
  }
  const message = `${shown(path)} could not be written (${code}); it is as it was. ${ADVICE[code] ?? CHECK_PERMISSIONS}`;
  return new PracticeError('file_not_written', message, { path, reason: code }, { cause: error });
}

function shown(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a message must not carry them into a terminal or a log.
  const plain = path.replaceAll(/[\x00-\x1f\x7f]/g, '\ufffd');
  return plain.length > MAX_SHOWN_PATH ? `${plain.slice(0, MAX_SHOWN_PATH)}…` : plain || 'A path without a name';
}
