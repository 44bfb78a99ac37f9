import type { NamedExercise, PracticePanelProps } from '@agent-factory/practice-panel';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { lessonsOf } from './course';
import { useCourse } from './use-course';

/** Path of the page that shows how far the student has got. */
const PROGRESS_PAGE = '/progress';

/**
 * Where the panel finds lessons and progress on this site.
 * @param onFollow goes to a page of the site; without it the panel opens a new tab
 */
export function useSiteLinks(onFollow?: (url: string) => void): NonNullable<PracticePanelProps['links']> {
  const progressUrl = useBaseUrl(PROGRESS_PAGE);
  const lessons = lessonsOf(useCourse());
  const lessonUrl = (exercise: NamedExercise) => lessons.find(({ path }) => path === exercise.lessonPath)?.permalink;
  return { lessonUrl, progressUrl, ...(onFollow && { onFollow }) };
}
