import { createHash } from 'node:crypto';
import { MAX_MEMORIES_PAGE, type Memory } from '@agent-factory/protocol/mind';
import type { MemoryResult } from './memories.js';
import { memoryOfResult } from './records.js';

/** Where a page of a list ends: the next begins behind it, whatever has been added or deleted meanwhile. */
export interface Place {
  readonly createdAt: string;
  readonly id: string;
}

/** Longest id that a cursor holds as it is, in UTF-16 units: ours are half as long, and a cursor may have 200. */
const MAX_ID_LENGTH = 100;
/** Of what is no id of ours. */
const HASHED = '#';
/** Behind all ids: where one is gone, nothing of its moment is left out. */
const LAST_ID = '\uffff';

export function cursorOf({ createdAt, id }: Place): string {
  return `${createdAt} ${nameOf(id)}`;
}

/** Whatever a page sends; of nonsense, a place like any other. `idsAt`: all that there are of one moment. */
export function placeOf(cursor: string, idsAt: (createdAt: string) => readonly string[]): Place {
  const [createdAt, name] = partsOf(cursor);
  if (!name.startsWith(HASHED)) return { createdAt, id: name };
  return { createdAt, id: idsAt(createdAt).find((id) => nameOf(id) === name) ?? LAST_ID };
}

/** The moment whose ids are needed to read a cursor; undefined where it says by itself what it means. */
export function momentToLookAt(cursor: string): string | undefined {
  const [createdAt, name] = partsOf(cursor);
  return name.startsWith(HASHED) ? createdAt : undefined;
}

function partsOf(cursor: string): [first: string, name: string] {
  const [first = '', ...name] = cursor.split(' ');
  return [first, name.join(' ')];
}

/** Other programs may have given ids of any length. */
function nameOf(id: string): string {
  if (id.length <= MAX_ID_LENGTH) return id;
  return `${HASHED}${createHash('sha256').update(id).digest('base64url')}`;
}

/** The latest first. */
export function compareLatest(one: Place, other: Place): number {
  return compare(other.createdAt, one.createdAt) || compare(other.id, one.id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** A page of a list, the latest first. */
export function pageOfLatest(
  all: readonly Memory[],
  { after, limit }: { after: string | undefined; limit: number },
): { memories: Memory[]; next?: string } {
  const idsAt = (moment: string) => all.filter(({ createdAt }) => createdAt === moment).map(({ id }) => id);
  const place = after === undefined ? undefined : placeOf(after, idsAt);
  const left = place === undefined ? all : all.filter((memory) => compareLatest(memory, place) > 0);
  const memories = left.toSorted(compareLatest).slice(0, limit);
  const last = memories.at(-1);
  return { memories, ...(left.length > memories.length && last !== undefined && { next: cursorOf(last) }) };
}

interface PageOfFound {
  readonly after?: string | undefined;
  readonly limit: number;
}

/** How many have to be found for a page: for the first, one more than it has, so that it is known whether there are more. */
export function neededFor({ after, limit }: PageOfFound): number {
  return after === undefined ? Math.min(MAX_MEMORIES_PAGE, limit + 1) : MAX_MEMORIES_PAGE;
}

/** A page of what was found, the nearest first. */
export function pageOfFound(
  found: readonly MemoryResult[],
  { after, limit }: PageOfFound,
): { memories: Memory[]; next?: string } {
  const page = found.slice(after === undefined ? 0 : startBehind(found, after)).slice(0, limit);
  const last = page.at(-1);
  const isMore = last !== undefined && last !== found.at(-1);
  return { memories: page.map(memoryOfResult), ...(isMore && { next: `${last.distance} ${nameOf(last.id)}` }) };
}

/** Behind the last of the page before or, where that is gone, behind all that is as near as it was. */
function startBehind(found: readonly MemoryResult[], cursor: string): number {
  const [distance, name] = partsOf(cursor);
  const last = found.findIndex(({ id }) => nameOf(id) === name);
  if (last >= 0) return last + 1;
  const next = found.findIndex((one) => one.distance > Number(distance));
  return next < 0 ? found.length : next;
}
