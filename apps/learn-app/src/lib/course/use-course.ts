import { usePluginData } from '@docusaurus/useGlobalData';
import { COURSE_PLUGIN, type Course, type LessonEntry, lessonsOf } from './course';

export function useCourse(): Course {
  return usePluginData(COURSE_PLUGIN) as Course;
}

/** The lesson of this path, or undefined for guides and unknown paths. */
export function useLessonEntry(lessonPath: string | undefined): LessonEntry | undefined {
  return lessonsOf(useCourse()).find((lesson) => lesson.path === lessonPath);
}
