import type { GlowStyle } from '@agent-factory/protocol/coach';
import type { TreeRow } from '../../client/state.js';
import type { IconName } from '../parts/icons.js';

interface GlowLook {
  readonly icon: IconName;
  readonly filled: boolean;
  /** Shown as a tip, and told to who cannot see the sign. */
  readonly words: string;
}

/** The three strengths of a glow: each has a sign of its own, and words. */
export const GLOWS: Readonly<Record<GlowStyle, GlowLook>> = {
  suggested: { icon: 'spark', filled: false, words: 'suggested by the coach' },
  important: { icon: 'spark', filled: true, words: 'important, says the coach' },
  critical: { icon: 'warning', filled: false, words: 'look here first, says the coach' },
};

/** What a row is besides its name, in words. */
export function rowFacts(row: TreeRow): string[] {
  const facts: string[] = [];
  if (row.glow !== null) facts.push(GLOWS[row.glow].words);
  if (row.dirty) facts.push('unsaved');
  if (row.link) facts.push('a link');
  if (row.unusable) facts.push('cannot be opened');
  if (row.loading) facts.push('loading');
  return facts;
}

/** Why nothing happens when such a row is chosen; undefined for all others. */
export function whyUnusable(row: TreeRow): string | undefined {
  if (row.unusable) return `${row.name} cannot be opened here: it is no ordinary file, or its name is not valid text.`;
  if (row.link && row.type === 'directory') return `${row.name} is a link to a folder, and links are not followed.`;
  return undefined;
}
