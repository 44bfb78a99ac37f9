/** The browser's `localStorage`; undefined where it lets the page have none. */
export function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined; // reading the property is refused where storage is blocked
  }
}

/** The same for `sessionStorage`: each window has its own, also through reloads. A copy of a window begins with a copy. */
export function sessionStorageOfPage(): Storage | undefined {
  try {
    return globalThis.sessionStorage;
  } catch {
    return undefined; // as above
  }
}
