import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/** The header of a SQLite file (sqlite.org/fileformat2.html, 1.3), and the page that it and the list of tables are on. */
const HEADER_BYTES = 100;
const PAGE_BYTES = 4096;
/** Counts changes; and says for which count the file's length in the header holds. Where they differ, it is measured. */
const LENGTH_VALID_FOR = 92;
const OWNER_ONLY = 0o600;
/** Progress of a thousand exercises has 10 MB. */
const MAX_BYTES = 256 * 1024 * 1024;

/**
 * A copy of a database whose beginning is damaged, with that of a healthy one of the same making: its header, or the whole
 * page with the list of its tables. Undefined where there is too little, or too much, of the file.
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

/** What SQLite keeps beside a file, under its name and these. */
export const DATABASE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;
