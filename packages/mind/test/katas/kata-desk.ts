import { createKata, findKata, type Kata, type KnowledgeGap, recordGap } from '@agent-factory/coach/store';
import { expect } from 'vitest';
import { type MindDesk, PROJECT } from '../fixtures/mind-desk.js';

export const NOTES = `Look out for the loop variable that all callbacks share.
return items.map((item) => () => item.run())`;

const constraint = (minLevel: number) => ({
  title: `Level ${minLevel}`,
  description: `What is for level ${minLevel}`,
  minLevel,
});

/** Constraints for the levels 1, 3, 5 and 7. */
export const CONSTRAINTS = [1, 3, 5, 7].map(constraint);

export const SAID = {
  correct: true,
  feedback: 'The callbacks are right now.',
  level: 5,
  passed: true,
  follow_up: null,
  dreyfus_signal: 'advancing',
};

/** A gap, and a kata against it. */
export async function aKata(
  desk: MindDesk,
  change: Partial<Kata> & Partial<Pick<KnowledgeGap, 'topic'>> = {},
): Promise<Kata> {
  const { topic = 'Closures', ...kata } = change;
  const gap = await recordGap(desk.files.store, {
    sessionId: null,
    projectId: PROJECT,
    topic,
    severity: 'high',
    evidence: 'A loop that calls back',
    relatedConcepts: ['scope'],
  });
  return createKata(desk.files.store, {
    knowledgeGapId: gap.id,
    title: 'Callbacks',
    description: 'Give back a function for each item.',
    scaffoldingCode: 'export function callbacks(items) {}',
    instructorNotes: NOTES,
    constraints: CONSTRAINTS,
    ...kata,
  });
}

/** As it is stored now. */
export async function stored(desk: MindDesk, { id }: Pick<Kata, 'id'>): Promise<Kata> {
  const kata = await findKata(desk.files.store, id);
  if (kata === undefined) expect.fail('The kata is not there any more');
  return kata;
}
