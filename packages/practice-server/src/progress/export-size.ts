import { MAX_IMPORT_BYTES, MAX_PROGRESS_CRITERIA, MAX_PROGRESS_ENTRIES } from '@agent-factory/protocol';
import type { ExerciseProgress } from '@agent-factory/protocol/progress';

/** What is around the exercises of a document: its head and brackets, with room to spare. */
export const DOCUMENT_BYTES = 256;

/** One exercise of an export as the text that it is sent as. */
export interface Piece {
  readonly text: string;
  /** In UTF-8, with the comma after it. */
  readonly bytes: number;
  /** When it was last checked; empty where it never was. Sorts as time does. */
  readonly usedAt: string;
}

export function pieceOf(progress: ExerciseProgress): Piece {
  const criteria = progress.criteria.slice(0, MAX_PROGRESS_CRITERIA);
  const text = JSON.stringify({ ...progress, criteria });
  return { text, bytes: Buffer.byteLength(text) + 1, usedAt: progress.lastAttemptAt ?? '' };
}

/**
 * As much as an import takes in: what a student did here comes on top of what was imported, and an export that is
 * refused whole is worth nothing. What was not checked for longest is left out; the order stays.
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
