import { existsSync, lstatSync, renameSync } from 'node:fs';

/** A name beside a file that nobody has: `<path>.damaged-<YYYYMMDD-HHMMSS>` in UTC, with a number after it where that is taken. */
export function asideName(path: string): string {
  const [day, time] = new Date()
    .toISOString()
    .replace(/[-:]|\..*$/g, '')
    .split('T');
  const name = `${path}.damaged-${day}-${time}`;
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!existsSync(free)) return free;
  }
}

/**
 * Gives a thing that is in the way another name, so that nothing of it is lost, and returns that. Undefined where something
 * else than the inode that was seen is there by now: another daemon that starts may have been first, and use what it made.
 */
export function setAside(path: string, inode: number): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.ino !== inode) return undefined;
  const aside = asideName(path);
  renameSync(path, aside);
  return aside;
}
