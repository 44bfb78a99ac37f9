import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TEMPLATES } from '../assets.js';
import { filesBelow } from '../content/files.js';
import type { Project } from '../content/project.js';
import { KitError } from '../kit-error.js';
import type { Answers } from './answers.js';

/** The answer for a lesson that is still to be written. */
const NEW = 'new';
/** Where a new lesson is until its author moves it: in a part and a chapter, like all lessons. */
const NEW_PART = 'new-exercises';
const NEW_CHAPTER = `${NEW_PART}/drafts`;
/** How many lessons a message names. */
const MAX_NAMED_LESSONS = 12;

/** The lesson of a new exercise, and the files to write if the lesson is new. */
export function lessonFor(project: Project, { id, lesson }: Answers): { path: string; files: Map<string, string> } {
  const docs = project.docs ?? join(dirname(project.exercises), 'docs');
  if (lesson === NEW) return { path: `${NEW_CHAPTER}/${id}`, files: newLesson(docs, id) };
  const lessons = filesBelow(docs).flatMap((path) => (/\.mdx?$/.test(path) ? [path.replace(/\.mdx?$/, '')] : []));
  const path = lesson.replace(/\.mdx?$/, '');
  if (lessons.includes(path)) return { path, files: new Map() };
  const named = lessons.slice(0, MAX_NAMED_LESSONS).join('\n  ');
  throw new KitError(`There is no lesson "${lesson}" below ${docs}. Say new for a new one. There are:\n  ${named}`);
}

function newLesson(docs: string, id: string): Map<string, string> {
  const path = join(docs, NEW_CHAPTER, `${id}.md`);
  if (existsSync(path)) throw new KitError(`${path} is there already. Name it with --lesson ${NEW_CHAPTER}/${id}`);
  const files = new Map([[path, readFileSync(join(TEMPLATES, 'lesson.md'), 'utf8')]]);
  const categories = { [NEW_PART]: 'New exercises', [NEW_CHAPTER]: 'Drafts' };
  for (const [folder, label] of Object.entries(categories)) {
    const category = join(docs, folder, '_category_.json');
    if (!existsSync(category)) files.set(category, `${JSON.stringify({ label }, null, 2)}\n`);
  }
  return files;
}
