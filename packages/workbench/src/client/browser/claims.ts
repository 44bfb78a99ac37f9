export type Release = () => void;

/** Names of which each has one holder among all pages of the origin, until it lets go or its page is gone. */
export interface Claims {
  /** Undefined if somebody else has it, also after so many milliseconds. */
  claim(name: string, waitMs: number): Promise<Release | undefined>;
}

/** By the browser's locks, which it also releases when a page crashes; undefined outside of secure origins. */
export function browserClaims(): Claims | undefined {
  const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return locks ? { claim: (name, waitMs) => claim(locks, name, waitMs) } : undefined;
}

function claim(locks: LockManager, name: string, waitMs: number): Promise<Release | undefined> {
  return new Promise((resolve, reject) => {
    let release: Release = () => {};
    const released = new Promise<void>((done) => {
      release = done;
    });
    const hold = (lock: Lock | null) => {
      resolve(lock === null ? undefined : release);
      return lock === null ? undefined : released;
    };
    const signal = AbortSignal.timeout(waitMs);
    locks.request(name, waitMs === 0 ? { ifAvailable: true } : { signal }, hold).catch((error: unknown) => {
      if (error === signal.reason) resolve(undefined);
      else reject(error);
    });
  });
}
