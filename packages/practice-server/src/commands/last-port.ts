import { writeFileAtomic } from '../system/files/atomic-file.js';
import { readOwnFile } from '../system/files/bounded-file.js';

/** A port has five digits at most. */
const MAX_BYTES = 16;

/**
 * Keeps on which port the Workbench is now, and returns on which one it was before, if that was another. A browser keeps
 * what was not saved by the port of its page. Throws the system's error if the file cannot be written.
 */
export async function exchangeLastPort(path: string, port: number): Promise<number | undefined> {
  const before = Number(((await readOwnFile(path, MAX_BYTES)) ?? '').trim());
  if (before === port) return undefined;
  await writeFileAtomic(path, `${port}\n`);
  return Number.isInteger(before) && before > 0 && before <= 65_535 ? before : undefined;
}
