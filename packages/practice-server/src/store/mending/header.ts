import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** The header of a SQLite file (sqlite.org/fileformat2.html, 1.3), and the page with it and the list of tables. */
const HEADER_BYTES = 100;
const PAGE_BYTES = 4096;
/** Where the header says for which change count its file length is valid. If it is out of date, SQLite measures. */
const LENGTH_VALID_FOR = 92;
const OWNER_ONLY = 0o600;
/** The progress of a thousand exercises takes 10 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * A copy of a database whose beginning is damaged, with that of a healthy one with the same tables: its header, or
 * the whole page with the list of its tables. Undefined if the file is too short or too long.
 */
export function copyWithHeader(path: string, healthy: string, part: 'header' | 'page'): string | undefined {
  const { size } = statSync(path);
  if (size < PAGE_BYTES || size > MAX_BYTES) return undefined;
  const copy = `${path}.copy`;
  const bytes = readFileSync(path);
  readFileSync(healthy).copy(bytes, 0, 0, part === 'header' ? HEADER_BYTES : PAGE_BYTES);
  bytes.writeUInt32BE(0, LENGTH_VALID_FOR);
  writeFileSync(copy, bytes, { mode: OWNER_ONLY });
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`);
  return copy;
}

export function removeDatabase(path: string): void {
  for (const suffix of DATABASE_SUFFIXES) rmSync(path + suffix, { recursive: true, force: true });
}

/** The files of a database: SQLite adds these to its name. */
export const DATABASE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;
