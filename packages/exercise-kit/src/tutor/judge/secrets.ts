import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OwnLines, ownLinesOf } from '@agent-factory/exercise-runtime';
import { filesBelow, readTextIfThere } from '../../content/files.js';
import { findLesson } from '../../content/lesson.js';
import { SOLUTION_FOLDER, STARTER_FOLDER } from '../../content/names.js';
import type { Project } from '../../content/project.js';
import type { ProvableExercise } from '../../prove/load.js';
import { loose } from './loose.js';

/** Quotation marks are left out, so that a line may be shorter than one that says something has to be. */
const MIN_LENGTH = 8;

/** What a tutor must not tell of an exercise. */
export interface Secrets {
  /** Lines that only the solution has, in its order, made for comparing. */
  readonly own: OwnLines;
  /** The same as their author has written them. */
  readonly written: readonly string[];
}

/** Whatever the exercise shows by itself is no secret: starter, instructions with all hints, and the lesson. */
export async function secretsOf({ docs }: Pick<Project, 'docs'>, exercise: ProvableExercise): Promise<Secrets> {
  const { config, source, instructions } = exercise;
  const solution = textsBelow(join(source, SOLUTION_FOLDER));
  const lesson =
    docs === undefined || config.lessonPath === undefined ? undefined : findLesson(docs, config.lessonPath);
  const known = [
    ...textsBelow(join(source, STARTER_FOLDER)),
    instructions,
    config.description,
    ...(lesson === undefined ? [] : [readFileSync(lesson, 'utf8')]),
  ];
  return secretLines(solution, known);
}

/** The lines of these texts that are in none of those. */
export async function secretLines(solution: readonly string[], known: readonly string[]): Promise<Secrets> {
  const lines = await ownLinesOf(
    solution.map((text) => ({ text })),
    known,
  );
  const own = [...new Set(lines.map(loose))].filter((line) => line.length >= MIN_LENGTH);
  const written = new Map(solution.flatMap((text) => text.split('\n')).map((line) => [loose(line), line.trim()]));
  // A part of a line that is very long has no line of its own.
  return { own, written: own.map((line) => written.get(line) ?? line) };
}

function textsBelow(folder: string): string[] {
  return filesBelow(folder).map((path) => readTextIfThere(join(folder, path)) ?? '');
}
