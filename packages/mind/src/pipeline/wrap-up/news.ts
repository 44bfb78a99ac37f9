import { type CoachTables, findKata, listAssessments, listKatas } from '@agent-factory/coach/store';
import type { Workplace } from '@agent-factory/coach/workplace';
import type { Kysely } from 'kysely';
import { overallStage } from '../../explain/stage.js';

type Audience = Pick<Workplace['audience'], 'broadcast'>;

/** Pages show at once how far the learner is now, and what there is to practise, each kata by itself, the oldest first. */
export async function tellNews(
  store: Kysely<CoachTables>,
  audience: Audience,
  { dreyfusUpdates, kataSpecs }: { readonly dreyfusUpdates: number; readonly kataSpecs: number },
): Promise<void> {
  if (dreyfusUpdates > 0) {
    const assessments = await listAssessments(store);
    const skillAreas = assessments.map(({ skillArea, stage, confidence }) => ({
      name: skillArea,
      stage,
      score: confidence,
    }));
    audience.broadcast('dashboard:dreyfus', { skillAreas, overallStage: overallStage(assessments) });
  }
  if (kataSpecs === 0) return;
  const made = (await listKatas(store)).slice(0, kataSpecs).reverse();
  for (const kata of made) {
    const stored = await findKata(store, kata.id);
    if (stored !== undefined) audience.broadcast('practice:kata_load', { kata, constraints: stored.constraints });
  }
}
