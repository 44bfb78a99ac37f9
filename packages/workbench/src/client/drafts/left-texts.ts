import { draftIn, type FoundDraft, lastUpdate, type OnDisk } from './stored-draft.js';
import type { RemainsOfWindow } from './window-drafts.js';

/** Unsaved text that a window has left of a file. */
export interface LeftText extends FoundDraft {
  readonly window: string;
  /** Unix milliseconds; 0 if nobody knows. */
  readonly updatedAt: number;
}

/** What becomes of the unsaved texts of a file. */
export interface SortedTexts {
  /** The one to go on with. */
  readonly first: LeftText | undefined;
  /** Those that differ from it, for the student to decide. */
  readonly others: readonly LeftText[];
  /** Windows whose text is the disk's or one of those above. */
  readonly settled: readonly string[];
  /** Windows whose text fits nothing that is there. */
  readonly lost: readonly string[];
}

/** `own` is this window's name. Its own text goes before a later one of another window. */
export function sortTexts(remains: readonly RemainsOfWindow[], disk: OnDisk, own: string): SortedTexts {
  const found = remains.map((each) => ({ window: each.window, text: leftIn(each, disk) }));
  const texts = found.map(({ text }) => text).filter((text) => typeof text === 'object');
  texts.sort((one, other) => rank(other, own) - rank(one, own));
  const kept = texts.filter(({ text }, index) => isNews(text, texts.slice(0, index), disk));
  const [first, ...others] = kept;
  const settled = texts.filter((text) => !kept.includes(text)).map(({ window }) => window);
  return { first, others, settled, lost: found.filter(({ text }) => text === 'lost').map(({ window }) => window) };
}

function leftIn(remains: RemainsOfWindow, disk: OnDisk): LeftText | 'lost' | undefined {
  const draft = draftIn(remains, disk);
  if (typeof draft !== 'object') return draft;
  return { ...draft, window: remains.window, updatedAt: lastUpdate(remains) };
}

function rank({ window, updatedAt }: LeftText, own: string): number {
  return window === own ? Number.POSITIVE_INFINITY : updatedAt;
}

function isNews(text: string, before: readonly LeftText[], disk: OnDisk): boolean {
  return text !== disk?.text && before.every((other) => other.text !== text);
}
