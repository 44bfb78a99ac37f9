import { isAbsolute, relative, sep } from 'node:path';

/** Codes of the operating system. Node's own (`ERR_…`) are bugs and stay bugs. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/;
/** Codes for a path at which nothing is, or can be. */
const NOTHING_THERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** The code of a failed system call, or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return SYSTEM_CODE.test(error.code) ? error.code : undefined;
}

/** Whether the failure says that nothing is at the path; any other means that we could not look. */
export function isNothingThere(error: unknown): boolean {
  return NOTHING_THERE.has(systemCode(error) ?? '');
}

/** The value, or undefined if nothing is at the path. Throws any other failure. */
export async function ifThere<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (isNothingThere(error)) return undefined;
    throw error;
  }
}

/** The value, or undefined if the system refuses it for any reason. Throws what is a bug. */
export async function ifPossible<T>(action: Promise<T>): Promise<T | undefined> {
  try {
    return await action;
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Whether a path is the folder or below it. Both must be real paths, as this follows no links. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
