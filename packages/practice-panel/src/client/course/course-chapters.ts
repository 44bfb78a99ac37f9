import type { CourseExercise, CourseProgress } from '@agent-factory/protocol/stages';

/** A chapter as the site has it. */
export interface CourseChapter {
  /** The path of its lessons' folder below `docs`. */
  readonly path: string;
  readonly title: string;
}

/** A chapter and how far the student is in it. */
export interface ChapterProgress extends CourseChapter {
  readonly done: number;
  /** Milliseconds. */
  readonly timeOnTaskMs: number;
  /** None where its lessons have nothing to practise. */
  readonly exercises: readonly CourseExercise[];
}

/** All chapters: in the site's order, then those with exercises that the site does not name. */
export function chaptersOf(course: CourseProgress, site: readonly CourseChapter[]): ChapterProgress[] {
  const known = new Set(site.map(({ path }) => path));
  const named = site.map(({ path, title }) => {
    const progress = course.chapters.find((chapter) => chapter.path === path);
    return { done: 0, timeOnTaskMs: 0, exercises: [], ...progress, path, title };
  });
  const others = course.chapters.filter(({ path }) => !known.has(path));
  return [...named, ...others.map((chapter) => ({ ...chapter, title: titleOf(chapter.path) }))];
}

/** How one exercise stands. A completion stays, even if the exercise was started over since. */
export type CourseStanding = 'done' | 'running' | 'begun' | 'new';

export function standingOf({ status, completedAt }: CourseExercise): CourseStanding {
  if (completedAt !== undefined || status === 'completed') return 'done';
  if (status === 'running') return 'running';
  return status === 'in_progress' ? 'begun' : 'new';
}

export function nextExercise({ next, chapters }: CourseProgress): CourseExercise | undefined {
  if (next === undefined) return undefined;
  return chapters.flatMap(({ exercises }) => exercises).find(({ exerciseId }) => exerciseId === next);
}

/** What a folder's name says: `34-your-first-agents` is “Your first agents”. */
function titleOf(path: string): string {
  const words = (path.split('/').at(-1) ?? '').replace(/^\d+-/, '').replaceAll('-', ' ').trim();
  return words === '' ? 'Exercises' : words.charAt(0).toUpperCase() + words.slice(1);
}
