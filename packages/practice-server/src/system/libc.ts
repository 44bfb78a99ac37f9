import { createRequire } from 'node:module';

/** What we use of koffi: its native part works without the rest. */
interface Library {
  func(declaration: string): (...args: number[]) => number;
}

/** Calls of the C library that Node lacks. Each returns -1 if the system refuses it. */
export interface Libc {
  socket(domain: number, type: number, protocol: number): number;
  fcntl(fd: number, command: number, argument: number): number;
}

/** What glibc's malloc can be told; other C libraries have neither call. */
export interface Malloc {
  mallopt(parameter: number, value: number): number;
  malloc_trim(pad: number): number;
}

/** Loaded once per process: it takes some milliseconds and two megabytes. */
const library = once((): Library => {
  const koffi: { load(path: null): Library } = createRequire(import.meta.url)(`@koromix/koffi-linux-${process.arch}`);
  return koffi.load(null);
});

/** Undefined if there is no prebuilt part for this machine: then the caller has to do without. */
export const libc = declared<Libc>({ socket: 'int socket(int, int, int)', fcntl: 'int fcntl(int, int, int)' });

/** Undefined where the program has no glibc, or no prebuilt part. */
export const malloc = declared<Malloc>({ mallopt: 'int mallopt(int, int)', malloc_trim: 'int malloc_trim(size_t)' });

/** These calls of the C library, all or none. */
function declared<Calls>(declarations: Record<keyof Calls & string, string>): () => Calls | undefined {
  return once(() => {
    const loaded = library();
    if (loaded === undefined) return undefined;
    const calls = Object.entries<string>(declarations).map(([name, text]) => [name, loaded.func(text)]);
    return Object.fromEntries(calls) as Calls;
  });
}

/** The result of the first call for all others; undefined where that failed. */
function once<Result>(get: () => Result): () => Result | undefined {
  let known: { readonly result: Result | undefined } | undefined;
  return () => {
    known ??= { result: attempt(get) };
    return known.result;
  };
}

function attempt<Result>(get: () => Result): Result | undefined {
  try {
    return get();
  } catch {
    return undefined;
  }
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
