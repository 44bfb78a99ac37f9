import type { DashboardState, MindPart, Period, RecommendedIssue, Severity, Stage } from '@agent-factory/protocol/mind';
import { STAGES } from '@agent-factory/protocol/mind';

export const STAGE_NAMES: Readonly<Record<Stage, string>> = {
  novice: 'Novice',
  advanced_beginner: 'Advanced beginner',
  competent: 'Competent',
  proficient: 'Proficient',
  expert: 'Expert',
};

/** From 1, a novice, to 5. */
export const rankOf = (stage: Stage): number => STAGES.indexOf(stage) + 1;

export const PERIOD_NAMES: Readonly<Record<Period, string>> = { '7d': '7 days', '30d': '30 days', all: 'All time' };
/** As a sentence goes on. */
export const IN_PERIOD: Readonly<Record<Period, string>> = {
  '7d': 'in the last 7 days',
  '30d': 'in the last 30 days',
  all: 'so far',
};

export const SEVERITY_NAMES: Readonly<Record<Severity, string>> = {
  low: 'Minor',
  medium: 'Worth closing',
  high: 'Important',
};
export const SEVERITY_RANKS: Readonly<Record<Severity, number>> = { low: 1, medium: 2, high: 3 };

export const SUITABILITY_NAMES: Readonly<Record<NonNullable<RecommendedIssue['suitability']>, string>> = {
  good_fit: 'Good fit',
  stretch: 'A stretch',
  too_advanced: 'Not yet',
};

export const PART_NAMES: Readonly<Record<MindPart, string>> = {
  pipeline: 'Plans for an issue',
  wrap_up: 'Wrapping up a session',
  memory: 'Memory',
  observer: 'The observer',
  explain: 'Explaining code',
  review: 'Reviewing katas',
  issues: 'Choosing issues',
  materials: 'Finding materials',
};

/** What a call of a model was for; those without words of their own are told by their name. */
const CALL_NAMES: Readonly<Record<string, string>> = {
  practice_review: 'Reviewing katas',
  explain_this: 'Explaining code',
  learning_materials: 'Finding materials',
  issue_assessment: 'Choosing issues',
};

export function callName(callType: string): string {
  const words = callType.replaceAll(/[_-]+/g, ' ').trim();
  return CALL_NAMES[callType] ?? (words === '' ? 'Other' : words[0]?.toUpperCase() + words.slice(1));
}

/** `1 session`, `2 sessions`; `many` where an s does not do. */
export function counted(count: number, format: (value: number) => string, one: string, many = `${one}s`): string {
  return `${format(count)} ${count === 1 ? one : many}`;
}

/** Of a name as much as fits beside a drawing; all of it is told elsewhere. */
export function shortened(name: string, most: number): string {
  const characters = [...name];
  return characters.length <= most
    ? name
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}

/** Where the learner stands, as a beginning and what it is about; undefined before anything was assessed. */
export interface Standing {
  readonly stage: Stage;
  readonly skills: readonly string[];
  /** Further skills at that stage, and skills on the way. */
  readonly further: number;
  readonly others: number;
}

export function standingOf(dreyfus: DashboardState['dreyfus']): Standing | undefined {
  const best = dreyfus.toSorted(
    (one, other) => rankOf(other.stage) - rankOf(one.stage) || other.confidence - one.confidence,
  );
  const [first] = best;
  if (first === undefined) return undefined;
  const top = best.filter(({ stage }) => stage === first.stage);
  const skills = top.slice(0, 2).map(({ skillArea }) => skillArea);
  return { stage: first.stage, skills, further: top.length - skills.length, others: best.length - top.length };
}

/** The address, if a browser goes there for a page of the web; models make them up. */
export function webAddress(url: string): string | undefined {
  const parsed = URL.parse?.(url) ?? parse(url);
  return parsed !== null && ['http:', 'https:'].includes(parsed.protocol) ? parsed.href : undefined;
}

/** For browsers without `URL.parse`. */
function parse(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}
