import type { CoachTables } from '@agent-factory/coach/store';
import { type Kysely, sql } from 'kysely';
import { embed } from '../meaning/embed.js';
import { tellingWords, wordQuery } from '../meaning/words.js';
import type { MemoryResult } from '../memories.js';
import { resultOf } from '../records.js';
import { type MemoryRow, memoryOf } from './rows.js';

/** How much of the distance the best match of whole words takes away. */
const WORDS_SHARE = 0.5;
/** A tag is found as a word is, but says less than the text. */
const TAG_WEIGHT = 0.5;

/**
 * From so many memories on, words that half of them have are left out: BM25 gives them a millionth of what it gives others,
 * and weighing 10,000 memories for it takes as long as all the rest.
 */
const MANY_MEMORIES = 1000;

export interface Search {
  readonly text: string;
  readonly count: number;
  readonly project: string | undefined;
}

/**
 * The nearest first, then the latest. A distance is that of the vectors (0 to 2, as 1 minus the cosine), made smaller by
 * how well whole words match, which weighs rare words more (BM25, as a share of the best match there is): 0 for the same
 * text, about 1 for one that has nothing to do with it. All vectors are looked at, so nothing near is missed.
 */
export async function search(store: Kysely<CoachTables>, { text, count, project }: Search): Promise<MemoryResult[]> {
  const vector = Buffer.from(embed(text).buffer);
  const words = await weighedWords(store, tellingWords(text));
  const matches =
    words.length === 0
      ? sql`select null as number, null as score where false`
      : sql`select rowid as number, -bm25(memory_words, 1.0, ${TAG_WEIGHT}) as score
          from memory_words where memory_words match ${wordQuery(words)}`;
  const within =
    project === undefined ? sql`true` : sql`vectors.id in (select id from coach_memories where project = ${project})`;
  const { rows } = await sql<MemoryRow & { distance: number }>`
    with matches as materialized (${matches}),
    near as (
      select vectors.id, vector_distance_cos(vectors.vector, vector8(${vector})) as far, matches.score
      from memory_index as vectors left join matches on matches.number = vectors.number where ${within}),
    ranked as (
      select id, max(far, 0) * (1 - ${WORDS_SHARE} * coalesce(score / (select max(score) from matches), 0)) as distance
      from near order by distance limit ${count})
    select coach_memories.*, ranked.distance from ranked join coach_memories on coach_memories.id = ranked.id
    order by ranked.distance, created_at desc, coach_memories.id desc`.execute(store);
  return rows.map((row) => resultOf(memoryOf(row), row.distance));
}

/** Those that tell one memory from another; all, where there is none. */
async function weighedWords(store: Kysely<CoachTables>, words: readonly string[]): Promise<readonly string[]> {
  if (words.length < 2) return words;
  const { rows: all } = await sql<{ count: number }>`select count(*) as count from memory_index`.execute(store);
  const total = all[0]?.count ?? 0;
  if (total < MANY_MEMORIES) return words;
  const counts = words.map(
    (word) => sql`(select count(*) from memory_words where memory_words match ${wordQuery([word])})`,
  );
  const { rows } = await sql<{ counts: string }>`select json_array(${sql.join(counts)}) as counts`.execute(store);
  const found: number[] = JSON.parse(rows[0]?.counts ?? '[]');
  const telling = words.filter((_, at) => isTelling(found[at] ?? 0, total));
  return telling.length === 0 ? words : telling;
}

/** As BM25 sees it: https://sqlite.org/fts5.html#the_bm25_function */
function isTelling(found: number, total: number): boolean {
  return found > 0 && found < total / 2;
}
