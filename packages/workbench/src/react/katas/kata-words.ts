import type { Kata, KataOutline, Review } from '@agent-factory/protocol/mind';
import { MAX_LEVEL } from '@agent-factory/protocol/mind';

export type Attempt = Kata['attempts'][number];

/** How far somebody is, such as `Best level 4 of 10, 2 attempts`. */
export function progressWords({ bestLevel, attemptsCount }: Pick<KataOutline, 'bestLevel' | 'attemptsCount'>): string {
  if (bestLevel === null) return 'Not tried yet';
  return `Best level ${bestLevel} of ${MAX_LEVEL}, ${attemptsCount} ${attemptsCount === 1 ? 'attempt' : 'attempts'}`;
}

export function resultWords({ level, passed }: Pick<Attempt, 'level' | 'passed'>): string {
  return `${passed ? 'Passed' : 'Not passed yet'}, level ${level} of ${MAX_LEVEL}`;
}

/** How a level stands to the one before it; nothing without one. */
export function changeWords(level: number, before: number | undefined): string {
  if (before === undefined) return '';
  if (level === before) return 'as high as the one before';
  return level > before ? `${level - before} more than the one before` : `${before - level} less than the one before`;
}

const NEXT_TITLES = {
  constraint_escalation: 'Try it harder',
  retry_hint: 'For your next try',
  completed: 'Done',
} as const;

/** What is next, as the coach sees it; undefined where it says nothing. */
export function nextOf({
  followUp,
}: Review): { readonly title: string; readonly texts: readonly string[] } | undefined {
  if (followUp === null) return undefined;
  const texts = [followUp.constraint, followUp.reason].filter((text) => text !== undefined && text.trim() !== '');
  return { title: NEXT_TITLES[followUp.type], texts: texts as string[] };
}

/** All of a review as one text, for who hears it. */
export function reviewWords(review: Review): string {
  const unlocked = review.unlockedConstraints.length;
  const opened = unlocked === 0 ? '' : ` ${unlocked} ${unlocked === 1 ? 'constraint is' : 'constraints are'} open now.`;
  return `Reviewed. ${resultWords(review)}.${opened} It is in the part “Kata”.`;
}
