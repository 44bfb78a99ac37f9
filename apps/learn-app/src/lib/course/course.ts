import type { Exercise } from './exercise';

/** The course as the landing page lists it: known when the site is built, so nothing loads late. */
export interface Course {
  parts: Part[];
}

export interface Part {
  label: string;
  chapters: Chapter[];
}

export interface Chapter {
  label: string;
  lessons: LessonEntry[];
}

export interface LessonEntry {
  /** Source path below `docs`, without extension: what the registry calls `lessonPath`. */
  path: string;
  title: string;
  description: string;
  /** Address on this site, base URL included. */
  permalink: string;
  exercise?: Exercise;
}

/** The folder of a chapter's lessons below `docs`: what the practice server calls the chapter. */
export function chapterPath({ lessons }: Chapter): string {
  return lessons[0]?.path.split('/').slice(0, -1).join('/') ?? '';
}

export const COURSE_PLUGIN = 'course-outline';

export function lessonsOf(course: Course): LessonEntry[] {
  return course.parts.flatMap((part) => part.chapters.flatMap((chapter) => chapter.lessons));
}
