import { decode } from '@agent-factory/protocol';
import { fileVersionSchema, textChangeSchema } from '@agent-factory/protocol/coach';
import { applyChanges, type Changes, fits } from '../changes/changes.js';

/** Whose unsaved text: each window of the browser keeps its own. */
export interface DraftKey {
  readonly project: string;
  readonly path: string;
  readonly window: string;
}

/** Unsaved text as the browser's database has it. */
export interface StoredDraft extends DraftKey {
  readonly text: string;
  /** Of the file that the text was made of; null if there was none. */
  readonly version: string | null;
  /** Unix milliseconds. */
  readonly updatedAt: number;
  /** Names this very text: later changes say what they are made to. */
  readonly stamp: string;
}

/** Changes that are newer than a stored text, or than a file as it is on the disk. */
export interface Tail {
  readonly stamp: string;
  readonly length: number;
  readonly changes: Changes;
  /** Unix milliseconds of when it was written; undefined in one that was not, or by a page of before this was known. */
  readonly updatedAt?: number | undefined;
}

/** What is left of unsaved text, in the form in which it was kept. */
export interface Remains {
  readonly draft: StoredDraft | undefined;
  readonly tails: readonly Tail[];
}

/** When anything of them was written last, in Unix milliseconds; 0 if nobody knows. */
export function lastUpdate({ draft, tails }: Remains): number {
  return Math.max(draft?.updatedAt ?? 0, ...tails.map(({ updatedAt }) => updatedAt ?? 0));
}

/** Unsaved text, and what it was made of. */
export interface Draft {
  readonly text: string;
  readonly version: string | null;
}

/** Unsaved text as it was found. */
export interface FoundDraft extends Draft {
  /** What is kept of it: changes to the text that the stamp names. */
  readonly kept: Tail;
}

/** A file as it is on the disk; null where there is none. */
export type OnDisk = { readonly text: string; readonly version: string } | null;

/** Stands for a file's content in a tail. */
export function stampOfDisk(version: string | null): string {
  return `disk:${version ?? ''}`;
}

const WHOLE = 'whole:';

/** The whole of a text that was made of this version: a change to no text at all, which fits whatever the disk has. */
export function wholeTail({ text, version }: Draft): Tail {
  return { stamp: `${WHOLE}${version ?? ''}`, length: 0, changes: [{ from: 0, to: 0, insert: text }] };
}

/** The latest text that the remains give; `lost` if there are some and they fit nothing that is there. */
export function draftIn({ draft, tails }: Remains, disk: OnDisk): FoundDraft | 'lost' | undefined {
  // A whole text that is there beside a stored one has replaced that.
  if (draft !== undefined) return withTail(draft, draft.stamp, tails) ?? wholeIn(tails) ?? asStored(draft);
  if (tails.length === 0) return undefined;
  const version = disk?.version ?? null;
  return withTail({ text: disk?.text ?? '', version }, stampOfDisk(version), tails) ?? wholeIn(tails) ?? 'lost';
}

function wholeIn(tails: readonly Tail[]): FoundDraft | undefined {
  const stamp = tails.find((tail) => tail.stamp.startsWith(WHOLE))?.stamp ?? '';
  return withTail({ text: '', version: stamp.slice(WHOLE.length) || null }, stamp, tails);
}

function asStored({ text, version, stamp }: StoredDraft): FoundDraft {
  return { text, version, kept: { stamp, length: text.length, changes: [] } };
}

function withTail({ text, version }: Draft, stamp: string, tails: readonly Tail[]): FoundDraft | undefined {
  const kept = tails.find((tail) => tail.stamp === stamp && tail.length === text.length);
  if (kept === undefined || !fits(kept.changes, text.length)) return undefined;
  return { text: applyChanges(text, kept.changes), version, kept };
}

/** Reads what a browser has stored, whatever that is by now. */
export function readStoredDraft(value: unknown): StoredDraft | undefined {
  const { project, path, window, text, version, updatedAt, stamp } = Object(value) as Record<string, unknown>;
  const areTexts = [project, path, window, text, stamp].every((each) => typeof each === 'string');
  const hasVersion = version === null || decode(fileVersionSchema, version).ok;
  return areTexts && hasVersion && typeof updatedAt === 'number' ? (value as StoredDraft) : undefined;
}

export function readTails(value: unknown): Tail[] {
  return Array.isArray(value) ? value.filter(isTail) : [];
}

function isTail(value: unknown): value is Tail {
  const { stamp, length, changes, updatedAt } = Object(value) as Record<string, unknown>;
  return (
    typeof stamp === 'string' &&
    typeof length === 'number' &&
    (updatedAt === undefined || typeof updatedAt === 'number') &&
    Array.isArray(changes) &&
    changes.every((change) => decode(textChangeSchema, change).ok)
  );
}
