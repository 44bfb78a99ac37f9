import { existsSync } from 'node:fs';
import { join } from 'node:path';

const LESSON_EXTENSIONS = ['.md', '.mdx'];

/** The source of a lesson, by its path below the docs as a config has it; undefined if there is none. */
export function findLesson(docs: string, lessonPath: string): string | undefined {
  return LESSON_EXTENSIONS.map((extension) => join(docs, lessonPath + extension)).find(existsSync);
}
