import type { StagesResponse } from '@agent-factory/protocol/stages';
import { claimedWords, latestRefusal, refusalReason } from './refusal.js';
import { PROOF_WORDS } from './stage-words.js';

type Told = Pick<StagesResponse, 'stages' | 'course'>;

/** What has changed since, in sentences; empty if nothing that the student has to know. */
export function stageNews(before: Told, now: Told): string {
  const completed = newlyComplete(before, now);
  const whole = now.course?.by !== undefined && before.course?.by === undefined ? ['The exercise is complete.'] : [];
  return [...completed, ...whole, ...nextOf(completed, now), ...refusedSince(before, now)].join(' ');
}

function newlyComplete(before: Told, now: Told): string[] {
  const known = new Set(before.stages.filter(({ status }) => status === 'complete').map(({ number }) => number));
  return now.stages
    .filter(({ status, number }) => status === 'complete' && !known.has(number))
    .map(({ number, title, by }) => {
      const proof = by === undefined ? '' : `, ${PROOF_WORDS[by]}`;
      return `Stage ${number} of ${now.stages.length} is complete: ${title}${proof}.`;
    });
}

function nextOf(completed: readonly string[], { stages }: Told): string[] {
  const next = stages.find(({ status }) => status === 'current');
  return completed.length > 0 && next !== undefined ? [`Next: ${next.title}.`] : [];
}

function refusedSince(before: Told, now: Told): string[] {
  const refusal = latestRefusal(now);
  if (refusal === undefined || refusal.at === latestRefusal(before)?.at) return [];
  return [`${claimedWords(refusal)} is not complete yet. ${refusalReason(refusal)}`];
}
