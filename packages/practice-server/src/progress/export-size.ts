import { MAX_IMPORT_BYTES, MAX_PROGRESS_CRITERIA, MAX_PROGRESS_ENTRIES } from '@agent-factory/protocol';
import type { ExerciseProgress } from '@agent-factory/protocol/progress';

/** The bytes around the exercises of a document: its head and brackets, with room to spare. */
export const DOCUMENT_BYTES = 256;

/** One exercise of an export, as the text that is sent. */
export interface Piece {
  readonly text: string;
  /** In UTF-8, with the comma after it. */
  readonly bytes: number;
  /** When it was last checked; empty if it never was. Sorts chronologically. */
  readonly usedAt: string;
}

export function pieceOf(progress: ExerciseProgress): Piece {
  const criteria = progress.criteria.slice(0, MAX_PROGRESS_CRITERIA);
  const text = JSON.stringify({ ...progress, criteria });
  return { text, bytes: Buffer.byteLength(text) + 1, usedAt: progress.lastAttemptAt ?? '' };
}

/**
 * Keeps as much as an import accepts: what a student did here comes on top of what was imported, and an export that
 * no import accepts is worth nothing. Leaves out what was checked longest ago; the order stays.
 */
export function fitExport(pieces: readonly Piece[]): readonly Piece[] {
  const kept = new Set<Piece>();
  let bytes = DOCUMENT_BYTES;
  for (const piece of pieces.toSorted((a, b) => (a.usedAt < b.usedAt ? 1 : -1))) {
    bytes += piece.bytes;
    if (bytes > MAX_IMPORT_BYTES || kept.size === MAX_PROGRESS_ENTRIES) break;
    kept.add(piece);
  }
  return pieces.filter((piece) => kept.has(piece));
}
