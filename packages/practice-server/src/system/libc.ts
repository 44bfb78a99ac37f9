import { createRequire } from 'node:module';

/** What we use of koffi: its native part is complete by itself. */
interface Koffi {
  load(path: null): { func(declaration: string): (...args: number[]) => number };
}

/** The calls of the C library that Node lacks. Each returns -1 where the system refuses it. */
export interface Libc {
  socket(domain: number, type: number, protocol: number): number;
  fcntl(fd: number, command: number, argument: number): number;
}

let known: Libc | undefined;
let isAbsent = false;

/**
 * Loaded when it is first asked for, once for the process: it takes some milliseconds and two megabytes. Undefined
 * where there is no prebuilt part for this machine: whoever asks has to do without.
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

/** Of fcntl.h. */
const F_SETFD = 2;
const FD_CLOEXEC = 1;

/**
 * Keeps a file from programs that are started later. On macOS none inherits one that it was not given; elsewhere
 * Node opens its own so, but not what others have opened for it.
 */
export function closeOnExec(fd: number): void {
  if (process.platform === 'linux') libc()?.fcntl(fd, F_SETFD, FD_CLOEXEC);
}
