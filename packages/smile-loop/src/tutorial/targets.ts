import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Exercise, loadExercise } from '@agent-factory/exercise-runtime';
import { systemReason } from '../config/system-reason.js';
import { SmileError } from '../contract/errors.js';

/** What a run is about. `file` is always the Markdown text that the student is given, as an absolute path. */
export type Target =
  | { kind: 'file'; file: string }
  | { kind: 'lesson'; file: string; slug: string }
  | {
      kind: 'exercise';
      file: string;
      id: string;
      /** With its script and its time limit, whose word the verdict is. */
      exercise: Exercise;
      /** Absolute folder of the files that the work folder begins with. */
      starter: string;
    };

/** Folders of lessons, below the folder of a project. */
const LESSONS = ['docs', 'apps/learn-app/docs'];
/** Folders of exercises: the complete ones first, which the kit makes of the author's. */
const EXERCISES = ['exercises/dist', 'exercises'];

/**
 * Finds what an argument names: a Markdown file, the id of an exercise, or a lesson by its path below the lessons,
 * looked for in `cwd` and the folders above it.
 *
 * @throws SmileError `target_unknown` with the fact `lookedFor`; PracticeError `content_invalid` for a broken exercise
 */
export async function resolveTarget(argument: string, cwd: string): Promise<Target> {
  const file = resolve(cwd, argument);
  if (/\.(?:md|mdx|markdown)$/i.test(argument) || (await isFile(file))) return { kind: 'file', file };
  const lookedFor = [file];
  for (const root of foldersUp(resolve(cwd))) {
    const found = (await exerciseIn(root, argument, lookedFor)) ?? (await lessonIn(root, argument, lookedFor));
    if (found !== undefined) return found;
  }
  const message = `"${argument}" is no Markdown file, exercise or lesson. Looked for:\n  ${lookedFor.join('\n  ')}`;
  throw new SmileError('target_unknown', message, { target: argument, lookedFor });
}

async function exerciseIn(root: string, id: string, lookedFor: string[]): Promise<Target | undefined> {
  // An id is one name: anything with a slash or only dots would lead elsewhere.
  if (!/^[a-z0-9][a-z0-9-]*$/.test(id)) return undefined;
  for (const place of EXERCISES) {
    const dir = join(root, place, id);
    lookedFor.push(join(dir, 'config.json'));
    if (await isFile(join(dir, 'config.json'))) return exerciseTarget(await loadExercise(dir, id), root);
  }
  return undefined;
}

/** A learner reads the lesson of the exercise, and finds its README among the files; the tutor's text is not for it. */
async function exerciseTarget(exercise: Exercise, root: string): Promise<Target> {
  const { id, lessonPath } = exercise.config;
  const starter = join(exercise.dir, 'starter');
  const lookedFor = [join(starter, 'README.md')];
  const lesson = lessonPath === undefined ? undefined : await lessonIn(root, lessonPath, lookedFor);
  const file = lesson?.file ?? join(starter, 'README.md');
  if (await isFile(file)) return { kind: 'exercise', file, id, exercise, starter };
  const message = `Exercise ${id} has no text for a learner. Write its lesson, or a README.md among its starter files.`;
  throw new SmileError('target_unknown', message, { target: id, lookedFor });
}

async function lessonIn(root: string, argument: string, lookedFor: string[]): Promise<Target | undefined> {
  const slug = argument.replace(/^\/+|\/+$/g, '');
  if (slug === '' || slug.includes('\0') || slug.split('/').includes('..')) return undefined;
  const endings = ['.md', '.mdx', '/index.md', '/README.md'];
  for (const file of LESSONS.flatMap((folder) => endings.map((ending) => join(root, folder, slug + ending)))) {
    lookedFor.push(file);
    if (await isFile(file)) return { kind: 'lesson', file, slug };
  }
  return undefined;
}

function foldersUp(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}

async function isFile(path: string): Promise<boolean> {
  if (path.includes('\0')) return false;
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    systemReason(error);
    return false;
  }
}
