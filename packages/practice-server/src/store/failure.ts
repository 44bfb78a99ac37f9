import { systemCode } from '@agent-factory/exercise-runtime';
import { PracticeError } from '@agent-factory/protocol';

/** Codes that say that the file itself is at fault; a new file would not help against others (a full disk, a lock). */
const DAMAGE = /^SQLITE_(?:NOTADB|CORRUPT|IOERR_SHORT_READ|FORMAT)/;
const FULL = /^SQLITE_FULL/;
const BUSY = /^SQLITE_(?:BUSY|LOCKED|PROTOCOL)/;
/** What the disk or the system refused. `SQLITE_ERROR`, `SQLITE_MISUSE` and the like are bugs, and stay bugs. */
const REFUSED = /^SQLITE_(?:IOERR|READONLY|CANTOPEN|PERM|AUTH|NOMEM|NOLFS)/;
/** Something that the migrations made was removed. */
const GONE = /^no such (?:table|column|index)/;
/** How the library says that it could not open a file: the last number is SQLite's code. */
const NOT_OPENED = /^ConnectionFailed\(.*: (\d+)"\)$/;
const CANTOPEN = 14;

/** The code of a failed database operation, or undefined for anything else. */
export function sqliteCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const opening = NOT_OPENED.exec(error.message);
  if (opening !== null) return Number(opening[1]) === CANTOPEN ? 'SQLITE_CANTOPEN' : 'SQLITE_IOERR';
  const code = systemCode(error);
  return code?.startsWith('SQLITE_') ? code : undefined;
}

/** Whether another program has the database locked. */
export function isBusy(error: unknown): boolean {
  return BUSY.test(sqliteCode(error) ?? '');
}

/**
 * Turns a failure of a database into words for the student: the one place that knows SQLite's codes. Anything else is a
 * bug, and stays as it is.
 */
export function databaseFailure(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  if (code === undefined || !(error instanceof Error)) return error;
  const fail = (kind: 'storage_full' | 'storage_damaged' | 'storage_unavailable', message: string) =>
    new PracticeError(kind, message, { path, reason: code }, { cause: error });
  if (FULL.test(code))
    return fail('storage_full', 'The disk is full. Free some space and try again; nothing was lost.');
  if (DAMAGE.test(code) || GONE.test(error.message)) {
    const next =
      'Start the practice server again: it repairs the file and keeps what can be read. Your work is not in it.';
    return fail('storage_damaged', `${path} is damaged. ${next}`);
  }
  if (isBusy(error)) {
    return fail('storage_unavailable', `${path} is locked by another program. Close that program, and try again.`);
  }
  if (!REFUSED.test(code)) return error;
  const advice =
    'Make sure that it and its folder are writable and that the disk works, and try again; nothing was lost.';
  return fail('storage_unavailable', `${path} could not be read or written (${code}). ${advice}`);
}

export function isDamage(error: unknown): boolean {
  return error instanceof PracticeError && error.code === 'storage_damaged';
}
