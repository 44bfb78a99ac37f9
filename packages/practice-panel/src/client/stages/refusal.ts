import type { ClaimRefusal, StageProgress, StagesResponse } from '@agent-factory/protocol/stages';

/** A claim of the tutor's that does not count. */
export interface Refusal extends ClaimRefusal {
  /** The stage that was claimed; undefined for the whole exercise. */
  readonly stage: Pick<StageProgress, 'number' | 'title'> | undefined;
  /** ISO 8601. */
  readonly at: string;
}

type Told = Pick<StagesResponse, 'stages' | 'course'>;

/** The latest claim that does not count. What it was refused for may be done by now: then it is over. */
export function latestRefusal({ stages, course }: Told): Refusal | undefined {
  const passed = new Set(
    stages.flatMap(({ criteria }) => criteria.filter(({ status }) => status === 'passed').map(({ name }) => name)),
  );
  const isOver = ({ criterion }: ClaimRefusal) => criterion !== undefined && passed.has(criterion);
  const ofStages = stages.flatMap(({ number, title, status, refused }) =>
    refused === undefined || status === 'complete' ? [] : [{ ...refused, stage: { number, title } }],
  );
  const ofWhole = course?.refused === undefined ? [] : [{ ...course.refused, at: course.at, stage: undefined }];
  const open = [...ofStages, ...ofWhole].filter((refusal) => !isOver(refusal));
  // Times are ISO 8601 in UTC, so sorting the texts sorts the times.
  return open.sort((a, b) => a.at.localeCompare(b.at)).at(-1);
}

/** Why it does not count, in one line: the first criterion that failed, where there is one. */
export function refusalReason({ reason, criterion, message }: ClaimRefusal): string {
  const said = message?.split('\n', 1)[0]?.trim() ?? '';
  switch (reason) {
    case 'criterion':
      return [criterion ?? '', said].filter((part) => part !== '').join(': ');
    case 'unknown':
      return said === '' ? 'The exercise has no such stage.' : said;
    case 'not_judged':
      return said === '' ? 'The check could not judge it.' : `The check could not judge it: ${said}`;
  }
}

/** What was claimed, as a sentence begins. */
export function claimedWords({ stage }: Pick<Refusal, 'stage'>): string {
  return stage === undefined ? 'The exercise' : `Stage ${stage.number}`;
}
