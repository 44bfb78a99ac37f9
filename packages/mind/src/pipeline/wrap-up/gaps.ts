import {
  type CoachSession,
  type CoachTables,
  countGap,
  findGaps,
  type KnowledgeGap,
  recordGap,
  setGapAddressed,
} from '@agent-factory/coach/store';
import { shortened } from '@agent-factory/protocol';
import type { Kysely } from 'kysely';
import type { KnowledgeGapExtractionResponse } from '../../prompts/knowledge-gap-extraction.js';
import { keepKatas } from './katas.js';
import { isIndependent, type SessionRecord } from './record.js';
import { isSameTopic, names } from './topics.js';

type GapFound = KnowledgeGapExtractionResponse['knowledge_gaps'][number];

/** Most gaps of a session, and concepts next to one. */
const MAX_GAPS = 10;
const MAX_CONCEPTS = 20;
/** UTF-16 units. */
const MAX_TOPIC = 120;
const MAX_EVIDENCE = 2000;

/**
 * Keeps what a session has shown. A topic that is known counts up, and is open again; the others are new. Katas are kept
 * with the gaps that they are against.
 */
export async function keepGaps(
  store: Kysely<CoachTables>,
  record: SessionRecord,
  answer: KnowledgeGapExtractionResponse,
): Promise<{ readonly knowledgeGaps: number; readonly kataSpecs: number }> {
  const known = await findGaps(store);
  const shown: KnowledgeGap[] = [];
  let added = 0;
  for (const found of answer.knowledge_gaps.slice(0, MAX_GAPS)) {
    if (found.topic.trim() === '' || shown.some(({ topic }) => isSameTopic(topic, found.topic))) continue;
    const before = known.find(({ topic }) => isSameTopic(topic, found.topic));
    if (before === undefined) {
      shown.push(await recordGap(store, newGap(record.session, found)));
      added += 1;
    } else {
      await countGap(store, before.id);
      await setGapAddressed(store, before.id, false);
      shown.push(before);
    }
  }
  const kataSpecs = await keepKatas(store, answer.kata_specs, shown);
  await closeGaps(store, record, { known, shown });
  return { knowledgeGaps: added, kataSpecs };
}

function newGap({ id, projectId }: CoachSession, { topic, severity, evidence, related_concepts }: GapFound) {
  return {
    sessionId: id,
    projectId,
    topic: shortened(topic.trim(), MAX_TOPIC),
    severity,
    evidence: shortened(evidence, MAX_EVIDENCE),
    relatedConcepts: related_concepts.slice(0, MAX_CONCEPTS).map((concept) => shortened(concept, MAX_TOPIC)),
  };
}

/**
 * An open gap is closed by a session in which it did not show, and in which the learner has completed a phase that names
 * it without any help. The other way is to pass a kata against it.
 */
async function closeGaps(
  store: Kysely<CoachTables>,
  { phases }: SessionRecord,
  { known, shown }: { readonly known: readonly KnowledgeGap[]; readonly shown: readonly KnowledgeGap[] },
): Promise<void> {
  const alone = phases.filter(isIndependent).map(({ phase }) => `${phase.title}\n${phase.description}`);
  for (const gap of known) {
    if (gap.addressed || shown.some(({ id }) => id === gap.id)) continue;
    if (alone.some((text) => names(text, gap.topic))) await setGapAddressed(store, gap.id, true);
  }
}
