import { type CoachTables, createKata, type KnowledgeGap } from '@agent-factory/coach/store';
import { shortened } from '@agent-factory/protocol';
import { type Constraint, MAX_LEVEL } from '@agent-factory/protocol/mind';
import type { Kysely } from 'kysely';
import type { KnowledgeGapExtractionResponse } from '../../prompts/knowledge-gap-extraction.js';
import { names } from './topics.js';

type KataSpec = KnowledgeGapExtractionResponse['kata_specs'][number];

/** Most katas of a session, and constraints of a kata: beyond, nobody tries them. */
const MAX_KATAS = 10;
const MAX_RULES = 8;
/** UTF-16 units. */
const MAX_TITLE = 120;
const MAX_TEXT = 10_000;
const MAX_CODE = 20_000;

/** Keeps katas, each against the gap that it is about. One that is against none is left out. */
export async function keepKatas(
  store: Kysely<CoachTables>,
  specs: readonly KataSpec[],
  gaps: readonly KnowledgeGap[],
): Promise<number> {
  let kept = 0;
  for (const [index, spec] of specs.slice(0, MAX_KATAS).entries()) {
    const gap = gapOf(spec, index, gaps);
    if (gap === undefined || spec.title.trim() === '' || spec.description.trim() === '') continue;
    await createKata(store, {
      knowledgeGapId: gap.id,
      title: shortened(spec.title.trim(), MAX_TITLE),
      description: shortened(spec.description, MAX_TEXT),
      scaffoldingCode: shortened(spec.scaffolding_code, MAX_CODE),
      instructorNotes: shortened(spec.test_cases.map((test) => `- ${test}`).join('\n'), MAX_TEXT),
      constraints: constraintsOf(spec),
    });
    kept += 1;
  }
  return kept;
}

/** The one that it names; otherwise, as they were asked for in one order, the one at its place, or the last. */
function gapOf(
  { title, description }: KataSpec,
  index: number,
  gaps: readonly KnowledgeGap[],
): KnowledgeGap | undefined {
  const named = gaps.find(({ topic }) => names(title, topic)) ?? gaps.find(({ topic }) => names(description, topic));
  return named ?? gaps[index] ?? gaps.at(-1);
}

/** Each opens two levels after the one before it (1, 3, 5, 7, 9), and the follow-up after all of them. */
export function constraintsOf({
  constraints,
  follow_up_constraint,
}: Pick<KataSpec, 'constraints' | 'follow_up_constraint'>): Constraint[] {
  const rules = [...new Set(constraints.map((text) => text.trim()))].filter((text) => text !== '').slice(0, MAX_RULES);
  const last = follow_up_constraint?.trim() ?? '';
  const made = rules.map((text, index) => constraintOf(text, Math.min(1 + 2 * index, MAX_LEVEL - 1)));
  if (last !== '' && !rules.includes(last)) made.push(constraintOf(last, Math.min(1 + 2 * rules.length, MAX_LEVEL)));
  return uniquelyNamed(made);
}

function constraintOf(text: string, minLevel: number): Constraint {
  return { title: shortened(text.split('\n')[0] ?? text, MAX_TITLE), description: shortened(text, MAX_TEXT), minLevel };
}

/** Students choose them by their titles. */
function uniquelyNamed(constraints: readonly Constraint[]): Constraint[] {
  const titles = new Set<string>();
  return constraints.map((one) => {
    const title = titles.has(one.title) ? `${shortened(one.title, MAX_TITLE)} (${titles.size + 1})` : one.title;
    titles.add(title);
    return { ...one, title };
  });
}
