import type { StageProgress, StagesResponse } from '@agent-factory/protocol/stages';
import { claimedWords, latestRefusal, refusalReason } from './refusal.js';
import { PROOF_WORDS } from './stage-words.js';

type Told = Pick<StagesResponse, 'stages' | 'course'>;

/** What has changed since, in sentences; empty if nothing that the student has to know. */
export function stageNews(before: Told, now: Told): string {
  const completed = newlyComplete(before, now);
  const whole = now.course?.by !== undefined && before.course?.by === undefined ? ['The exercise is complete.'] : [];
  return [...completed, ...whole, ...nextOf(completed, now), ...refusedSince(before, now)].join(' ');
}

/** In one sentence, however many a single check has completed. */
function newlyComplete(before: Told, { stages }: Told): string[] {
  const known = new Set(before.stages.filter(isComplete).map(({ number }) => number));
  const [first, ...others] = stages.filter((stage) => isComplete(stage) && !known.has(stage.number));
  if (first === undefined) return [];
  if (others.length === 0) {
    const proof = first.by === undefined ? '' : `, ${PROOF_WORDS[first.by]}`;
    return [`Stage ${first.number} of ${stages.length} is complete: ${first.title}${proof}.`];
  }
  if (stages.every(isComplete)) return [`All ${stages.length} stages are complete.`];
  const titles = [first, ...others].map(({ title }) => title);
  return [`${titles.length} more stages of ${stages.length} are complete: ${titles.join(', ')}.`];
}

function isComplete({ status }: StageProgress): boolean {
  return status === 'complete';
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
