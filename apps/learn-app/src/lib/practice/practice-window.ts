/** Path of the page that shows a practice panel alone, and the parameter that says for which lesson. */
export const PRACTICE_WINDOW = '/practice-window';
export const LESSON_PARAMETER = 'lesson';

/** The address of a lesson's practice window, below the page's own. */
export function practiceWindowUrl(page: string, lessonPath: string): string {
  return `${page}?${new URLSearchParams({ [LESSON_PARAMETER]: lessonPath })}`;
}
