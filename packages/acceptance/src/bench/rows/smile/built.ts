/** The modules of the simulated learner as they are built; the program has no command for parts of its work. */
const BUILD = new URL('../../../../../smile-loop/build/', import.meta.url);

export function builtUrl(path: string): string {
  return new URL(path, BUILD).href;
}

/** `T` is what the caller uses of it. */
export async function built<T>(path: string): Promise<T> {
  return (await import(builtUrl(path))) as T;
}
