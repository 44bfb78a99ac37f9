import { isDeepStrictEqual } from 'node:util';
import {
  type ExerciseId,
  type ExerciseProgress,
  MAX_PROGRESS_CRITERIA,
  MAX_PROGRESS_ENTRIES,
  PracticeError,
  type ProgressDocument,
  type ProgressImportResponse,
  type ProgressResetResponse,
} from '@agent-factory/protocol';
import type { Store } from '../store/open.js';
import { changeProgress, deleteProgress, readProgress } from '../store/progress.js';
import { mergeProgress } from './merge.js';

/** Everything that is known of the student's progress, as it can be imported again. */
export async function exportProgress(store: Store): Promise<ProgressDocument> {
  const exercises = (await readProgress(store)).map((progress) => ({
    ...progress,
    criteria: progress.criteria.slice(0, MAX_PROGRESS_CRITERIA),
  }));
  return { format: 'af-practice-progress', formatVersion: 1, exportedAt: new Date().toISOString(), exercises };
}

/** Joins an export with what is here. Doing it again changes nothing. */
export async function importProgress(store: Store, document: ProgressDocument): Promise<ProgressImportResponse> {
  const before = new Map((await readProgress(store)).map((progress) => [keyOf(progress), progress]));
  requireRoom(new Set([...before.keys(), ...document.exercises.map(keyOf)]).size);
  const counts = { added: 0, merged: 0, unchanged: 0 };
  for (const theirs of document.exercises) {
    const ours = before.get(keyOf(theirs));
    const merged = ours === undefined ? theirs : mergeProgress(ours, theirs);
    if (isDeepStrictEqual(ours, merged)) {
      counts.unchanged += 1;
      continue;
    }
    counts[ours === undefined ? 'added' : 'merged'] += 1;
    before.set(keyOf(theirs), merged);
    await changeProgress(store, theirs, (now) => mergeProgress(now, theirs));
  }
  return counts;
}

/** Forgets one exercise, or all. */
export async function resetProgress(store: Store, exerciseId?: ExerciseId): Promise<ProgressResetResponse> {
  return { status: 'reset', exercises: await deleteProgress(store, exerciseId) };
}

/** What could not be exported again is not taken in. */
function requireRoom(entries: number): void {
  if (entries <= MAX_PROGRESS_ENTRIES) return;
  const message = `Together that would be ${entries} exercises; progress is kept of ${MAX_PROGRESS_ENTRIES} at most. Nothing was imported.`;
  throw new PracticeError('invalid_request', message, { issues: [`exercises: ${entries} together`] });
}

function keyOf({ exerciseId, version }: ExerciseProgress): string {
  return `${exerciseId} ${version}`;
}
