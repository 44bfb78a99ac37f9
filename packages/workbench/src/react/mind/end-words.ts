import type { SessionCounts, SessionEnd } from '../../client/mind/mind-state.js';

/** What was counted, for one and for several. */
const FOUND: readonly (readonly [keyof SessionCounts, string, string])[] = [
  ['knowledgeGaps', 'thing to work on', 'things to work on'],
  ['kataSpecs', 'kata made for you', 'katas made for you'],
  ['dreyfusUpdates', 'skill judged anew', 'skills judged anew'],
  ['memoriesStored', 'memory kept for next time', 'memories kept for next time'],
];

/** What has come of a session, such as `2 things to work on`; nothing where nothing was found. */
export function foundWords(counts: SessionCounts): string[] {
  return FOUND.filter(([name]) => counts[name] > 0).map(
    ([name, one, several]) => `${counts[name]} ${counts[name] === 1 ? one : several}`,
  );
}

/** All of it as one text, for who hears it. */
export function endWords(ended: SessionEnd): string {
  if (ended.status === 'asked') return 'The coach wraps the session up.';
  if (ended.status === 'failed') return `The session was not wrapped up. ${ended.message}`;
  if (ended.counts === null) return ended.summary;
  const found = foundWords(ended.counts);
  return found.length === 0 ? 'The session is over.' : `The session is over: ${found.join(', ')}.`;
}
