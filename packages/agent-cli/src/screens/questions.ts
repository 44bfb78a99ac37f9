/** The lines at the bottom of a screen in which a question is looked for: a dialog is drawn there. */
const QUESTION_LINES = 24;

/** How programs mark the choice that Enter takes, and the frame that they may draw around the list. */
const MARK = '[❯›●▶>→]';
const EDGE = '[ │|┃]*';
const NUMBER = String.raw`\d{1,2}[.)] `;
/** A choice has at most so many further lines. */
const MORE_LINES = String.raw`(?:[^\n]*\n){0,2}?`;

/**
 * A list of numbered choices, one of them marked: what a tutor writes has no mark, and what a student has typed is no
 * list.
 */
const MARKED_FIRST = new RegExp(`^${EDGE}${MARK}\\s?${NUMBER}[^\\n]*\\n${MORE_LINES}${EDGE}${NUMBER}`, 'm');
const MARKED_LAST = new RegExp(`^${EDGE}${NUMBER}[^\\n]*\\n${MORE_LINES}${EDGE}${MARK}\\s?${NUMBER}`, 'm');
/** `Overwrite? (y/N) ` as the last words. */
const YES_OR_NO = /[[(](?:y\/n|yes\/no)(?:\/[a-z]+)?[\])][\s?:>]*$/i;

/** What programs of any kind show while they ask for a permission. */
const COMMON_QUESTIONS: readonly RegExp[] = [MARKED_FIRST, MARKED_LAST, YES_OR_NO];

/**
 * Whether a screen, as lines of plain text, shows a question.
 *
 * @param questions what this program shows besides
 */
export function asksOn(screen: string, questions: readonly RegExp[] = []): boolean {
  const lines = screen.trimEnd().split('\n').slice(-QUESTION_LINES).join('\n');
  return [...COMMON_QUESTIONS, ...questions].some((question) => question.test(lines));
}
