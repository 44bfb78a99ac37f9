import { isDeepStrictEqual } from 'node:util';
import {
  type ExerciseId,
  MAX_IMPORT_BYTES,
  MAX_PROGRESS_CRITERIA,
  MAX_PROGRESS_ENTRIES,
  PracticeError,
} from '@agent-factory/protocol';
import type {
  ExerciseProgress,
  ProgressDocument,
  ProgressImportResponse,
  ProgressResetResponse,
} from '@agent-factory/protocol/progress';
import type { Store } from '../store/open.js';
import { deleteProgress, readProgress, writeProgress } from '../store/records/progress.js';
import { breathe } from '../system/breathe.js';
import { DOCUMENT_BYTES, fitExport, type Piece, pieceOf } from './export-size.js';
import { mergeProgress } from './merge.js';

/**
 * Everything we know about the student's progress, as the text of a `ProgressDocument` that can be
 * imported again. It is made in slices, so that terminals have their turn in between.
 */
export async function exportProgress(store: Store): Promise<string> {
  const pieces: Piece[] = [];
  for await (const slice of readProgress(store)) {
    pieces.push(...slice.map(pieceOf));
    await breathe();
  }
  const head = { format: 'af-practice-progress', formatVersion: 1, exportedAt: new Date().toISOString() };
  const exercises = fitExport(pieces).map(({ text }) => text);
  return `${JSON.stringify(head).slice(0, -1)},"exercises":[${exercises.join(',')}]}`;
}

/**
 * Merges an export with what is here: all of it, or nothing if it fails. A second import changes nothing. It is
 * one transaction, for which everything else that needs the database waits; terminals do not need it.
 */
export async function importProgress(store: Store, document: ProgressDocument): Promise<ProgressImportResponse> {
  return store.transaction().execute(async (transaction) => {
    const known = await readAll(transaction);
    const counts = { added: 0, merged: 0, unchanged: 0 };
    const changed = new Map<string, ExerciseProgress>();
    for (const theirs of document.exercises) {
      const key = keyOf(theirs);
      const ours = known.get(key);
      const merged = mergeProgress(ours ?? { ...theirs, criteria: [] }, theirs);
      const outcome = outcomeOf(ours, merged);
      counts[outcome] += 1;
      if (outcome === 'unchanged') continue;
      known.set(key, merged);
      changed.set(key, merged);
      await breathe();
    }
    await requireRoom(known, changed);
    for (const progress of changed.values()) {
      await writeProgress(transaction, progress);
      await breathe();
    }
    return counts;
  });
}

/** Forgets one exercise, or all. */
export async function resetProgress(store: Store, exerciseId?: ExerciseId): Promise<ProgressResetResponse> {
  return { status: 'reset', exercises: await deleteProgress(store, exerciseId) };
}

async function readAll(store: Store): Promise<Map<string, ExerciseProgress>> {
  const known = new Map<string, ExerciseProgress>();
  for await (const slice of readProgress(store)) {
    for (const progress of slice) known.set(keyOf(progress), progress);
    await breathe();
  }
  return known;
}

function outcomeOf(ours: ExerciseProgress | undefined, merged: ExerciseProgress): keyof ProgressImportResponse {
  if (ours === undefined) return 'added';
  return isDeepStrictEqual(ours, merged) ? 'unchanged' : 'merged';
}

type Known = ReadonlyMap<string, ExerciseProgress>;

/** Refuses what could not be exported again. */
async function requireRoom(known: Known, changed: Known): Promise<void> {
  if (changed.size === 0) return;
  if (known.size > MAX_PROGRESS_ENTRIES) throw tooMuch(`${known.size} exercises`, `${MAX_PROGRESS_ENTRIES}`);
  let bytes = DOCUMENT_BYTES;
  for (const progress of known.values()) {
    bytes += pieceOf(progress).bytes;
    await breathe();
  }
  if (bytes > MAX_IMPORT_BYTES) throw tooMuch(`${bytes} bytes`, `${MAX_IMPORT_BYTES} bytes`);
  for (const { exerciseId, criteria } of changed.values()) {
    if (criteria.length > MAX_PROGRESS_CRITERIA)
      throw tooMuch(`${criteria.length} criteria of ${exerciseId}`, `${MAX_PROGRESS_CRITERIA} of one`);
  }
}

function tooMuch(found: string, limit: string): PracticeError {
  const message = `Together with your progress here, that would be ${found}; at most ${limit} are kept. Nothing was imported.`;
  return new PracticeError('invalid_request', message, { issues: [`exercises: ${found} together`] });
}

function keyOf({ exerciseId, version }: ExerciseProgress): string {
  return `${exerciseId} ${version}`;
}
