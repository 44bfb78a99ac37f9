import { existsSync, lstatSync, renameSync } from 'node:fs';

/** A free name beside a file: `<path>.damaged-<YYYYMMDD-HHMMSS>` in UTC, followed by a number if that is taken. */
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
 * Renames what is in the way, so that nothing is lost, and returns the new name. Undefined if the inode is no longer
 * the one that was seen: another daemon that is starting may have been first, and may already use what it made.
 */
export function setAside(path: string, inode: number): string | undefined {
  if (lstatSync(path, { throwIfNoEntry: false })?.ino !== inode) return undefined;
  const aside = asideName(path);
  renameSync(path, aside);
  return aside;
}
