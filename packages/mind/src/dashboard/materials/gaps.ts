import { findGaps, type KnowledgeGap } from '@agent-factory/coach/store';
import type { CoachTables } from '@agent-factory/coach/tables';
import { SEVERITIES } from '@agent-factory/protocol/mind';
import type { Kysely } from 'kysely';

/** Gaps that are looked up at once (spec FR-175). */
const MOST = 5;

/** The worst gaps that are still there: by severity, then by how often they have shown, then the latest. */
export async function worstGaps(store: Kysely<CoachTables>): Promise<KnowledgeGap[]> {
  const gaps = await findGaps(store, { addressed: false });
  const rank = ({ severity }: KnowledgeGap) => SEVERITIES.indexOf(severity);
  return gaps.sort((one, other) => rank(other) - rank(one) || other.frequency - one.frequency).slice(0, MOST);
}
