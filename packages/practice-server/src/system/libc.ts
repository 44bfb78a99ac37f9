import { createRequire } from 'node:module';

/** What we use of koffi: its native part works without the rest. */
interface Koffi {
  load(path: null): { func(declaration: string): (...args: number[]) => number };
}

/** Calls of the C library that Node lacks. Each returns -1 if the system refuses it. */
export interface Libc {
  socket(domain: number, type: number, protocol: number): number;
  fcntl(fd: number, command: number, argument: number): number;
}

let known: Libc | undefined;
let isAbsent = false;

/**
 * Loaded on first use, once per process: it takes some milliseconds and two megabytes. Undefined if there is no
 * prebuilt part for this machine: then the caller has to do without.
 */
export function libc(): Libc | undefined {
  if (known !== undefined || isAbsent) return known;
  try {
    const koffi: Koffi = createRequire(import.meta.url)(`@koromix/koffi-linux-${process.arch}`);
    const library = koffi.load(null);
    known = {
      socket: library.func('int socket(int, int, int)'),
      fcntl: library.func('int fcntl(int, int, int)'),
    };
  } catch {
    isAbsent = true;
  }
  return known;
}

/** From fcntl.h. */
const F_SETFD = 2;
const FD_CLOEXEC = 1;

/**
 * Keeps programs that start later from inheriting a file. On macOS they inherit none that they are not given; on
 * Linux, Node opens its own files this way, but addons may not.
 */
export function closeOnExec(fd: number): void {
  if (process.platform === 'linux') libc()?.fcntl(fd, F_SETFD, FD_CLOEXEC);
}
