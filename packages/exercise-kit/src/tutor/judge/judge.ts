import { type Leak, leakOf, linesIn } from '@agent-factory/exercise-runtime';
import { loose } from './loose.js';
import { readingsOf } from './readings.js';
import type { Secrets } from './secrets.js';

/** Where a tutor tells something: in what it says, in what it wants to do with a tool, or in a file that it has left. */
const PLACES = ['message', 'tool', 'file'] as const;
type Place = (typeof PLACES)[number];

/** All that a tutor has told in one conversation. */
export type Said = Readonly<Record<Place, readonly string[]>>;

/** A line of the solution, and the first of the places where it was told. */
export interface ToldLine {
  readonly line: string;
  readonly where: Place;
}

export interface Verdict {
  readonly told: readonly ToldLine[];
  /** Undefined where it gives nothing away: one line may be an idea. */
  readonly leak: Leak | undefined;
}

/** Compares what was said with the lines of the solution. What the student has said themselves is not told to them. */
export async function judge({ own, written }: Secrets, said: Said, student: readonly string[]): Promise<Verdict> {
  const theirs = await linesIn(loose(student.join('\n')), own);
  const places = new Map<number, Place>();
  for (const where of PLACES) {
    for (const index of await linesToldIn(said[where].join('\n'), own)) {
      if (!places.has(index) && !theirs.has(index)) places.set(index, where);
    }
  }
  const told = [...places].sort(([a], [b]) => a - b);
  return {
    told: told.map(([index, where]) => ({ line: written[index] ?? '', where })),
    leak: leakOf(own, new Set(places.keys())),
  };
}

async function linesToldIn(text: string, own: Secrets['own']): Promise<Set<number>> {
  const found = new Set<number>();
  for (const reading of readingsOf(text)) {
    for (const index of await linesIn(loose(reading), own)) found.add(index);
  }
  return found;
}
