import type { CoachTables } from '@agent-factory/coach/store';
import type { Kysely } from 'kysely';

/** What is under way, for each database. */
const UNDER_WAY = new WeakMap<Kysely<CoachTables>, Map<string, Promise<unknown>>>();

/** Does it; whoever asks for the same, by its name, while it is under way waits for it and has what came of it. */
export function once<T>(store: Kysely<CoachTables>, name: string, action: () => Promise<T>): Promise<T> {
  const underWay = UNDER_WAY.get(store) ?? new Map<string, Promise<unknown>>();
  UNDER_WAY.set(store, underWay);
  const known = underWay.get(name);
  // One name is always used for one kind of thing.
  if (known !== undefined) return known as Promise<T>;
  const made = action().finally(() => underWay.delete(name));
  underWay.set(name, made);
  return made;
}
