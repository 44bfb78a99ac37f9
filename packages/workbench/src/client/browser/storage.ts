/** The browser's `localStorage`; undefined where it lets the page have none. */
export function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined; // reading the property is refused where storage is blocked
  }
}
