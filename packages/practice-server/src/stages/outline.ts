import { beginning, type Stage, type VerificationResult } from '@agent-factory/protocol';
import type { ClaimRefusal } from '@agent-factory/protocol/stages';

/** Of what a check says, so many UTF-16 units are told: one line of a page. */
const MAX_MESSAGE_LENGTH = 500;

/** Numbers of the stages whose criteria have all passed. A stage without criteria cannot pass. */
export function passedStages(stages: readonly Stage[], { criteria }: VerificationResult): number[] {
  const passed = new Set(criteria.filter((criterion) => criterion.passed).map(({ name }) => name));
  return stages.flatMap(({ criteria }, index) =>
    criteria.length > 0 && criteria.every((title) => passed.has(title)) ? [index + 1] : [],
  );
}

/** Why work with this result does not complete what has these criteria; undefined if it does. */
export function refusalOf(titles: readonly string[], result: VerificationResult): ClaimRefusal | undefined {
  if (result.status === 'error' || result.status === 'timeout')
    return { reason: 'not_judged', ...messageOf(result.error?.message ?? 'The check did not end.') };
  const found = new Map(result.criteria.map((criterion) => [criterion.name, criterion]));
  const criterion = titles.find((title) => found.get(title)?.passed !== true);
  if (criterion === undefined) return undefined;
  const { message, hint } = found.get(criterion) ?? {};
  return { reason: 'criterion', criterion, ...messageOf(message ?? hint) };
}

/** One line of it. */
function messageOf(text: string | undefined): { message?: string } {
  const line = beginning(text?.split('\n', 1)[0]?.trim() ?? '', MAX_MESSAGE_LENGTH);
  return line === '' ? {} : { message: line };
}

/** A refusal in one line, for the tutor. */
export function inWords(what: string, { reason, criterion, message }: ClaimRefusal): string {
  const details = message === undefined ? '' : ` ${message}`;
  switch (reason) {
    case 'criterion':
      return `${what} is not complete yet: “${criterion ?? 'a criterion'}” does not pass.${details}`;
    case 'unknown':
      return `${what} does not exist in this exercise.${details}`;
    case 'not_judged':
      return `${what} could not be checked.${details}`;
  }
}
