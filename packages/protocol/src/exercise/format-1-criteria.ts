import type * as z from 'zod';
import { MAX_CRITERIA, MAX_CRITERION_ID_LENGTH } from '../limits.js';
import type { CriterionConfig } from './criteria.js';

/** Everything in a config of format 1 that names criteria. */
export interface Format1Criteria {
  stages: readonly { title: string; criteria: readonly string[] }[];
  needs: Readonly<Record<string, readonly string[]>>;
  ladders: Readonly<Record<string, string[]>>;
  /** Titles that declared checks name. */
  checked: readonly string[];
}

/** Builds the list of criteria that a format 1 config lacks: every title it names, with all it says about it. */
export function criteriaOf(named: Format1Criteria, context: z.core.$RefinementCtx): CriterionConfig[] {
  const stages = stagesByTitle(named.stages, context);
  const titles = new Set([
    ...stages.keys(),
    ...named.checked,
    ...Object.keys(named.ladders),
    ...Object.entries(named.needs).flatMap(([title, others]) => [...others, title]),
  ]);
  if (titles.size > MAX_CRITERIA) {
    refuse(context, 'stages', titles.size, `at most ${MAX_CRITERIA} criteria in all`);
    return [];
  }
  const ids = madeIds([...titles]);
  return [...ids].map(([title, id]) => {
    const stage = stages.get(title);
    const needs = own(named.needs, title) ?? [];
    const hints = own(named.ladders, title);
    return {
      id,
      title,
      ...(stage !== undefined && { stage }),
      needs: needs.map((other) => ids.get(other) ?? ''),
      ...(hints !== undefined && { hints }),
    };
  });
}

/** The stage of each criterion. Two stages with the same title count as one. */
function stagesByTitle(stages: Format1Criteria['stages'], context: z.core.$RefinementCtx): Map<string, string> {
  const found = new Map<string, string>();
  for (const title of new Set(stages.map((stage) => stage.title))) {
    for (const name of stages.filter((stage) => stage.title === title).flatMap(({ criteria }) => criteria)) {
      if (found.has(name)) refuse(context, 'stages', name, 'each criterion in one stage at most, and once');
      found.set(name, title);
    }
  }
  return found;
}

/** Ids for criteria that have none, made from the words of their titles. */
function madeIds(titles: readonly string[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    titles.map((title) => {
      const words = wordsOf(title);
      let id = words;
      for (let n = 2; taken.has(id); n += 1) id = `${words}-${n}`;
      taken.add(id);
      return [title, id];
    }),
  );
}

/** Leaves room for a number that distinguishes ids made from the same words. */
const MAX_WORDS_LENGTH = MAX_CRITERION_ID_LENGTH - 6;

function wordsOf(title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return words.slice(0, MAX_WORDS_LENGTH) || 'criterion';
}

/** A title may be anything, including a name that every object inherits, such as `constructor`. */
function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function refuse(context: z.core.$RefinementCtx, field: string, input: unknown, message: string): void {
  context.issues.push({ code: 'custom', path: [field], input, message });
}
