/** Longest excerpt of a lesson put into a question, in characters: about a screenful for the tutor. */
const MAX_EXCERPT_LENGTH = 1500;

export interface Question {
  lessonTitle: string;
  /** Heading of the section it is about; left out for the whole lesson. */
  sectionTitle?: string;
  /** Text of the lesson that the tutor should see: a selection, or the section itself. */
  excerpt?: string;
  text: string;
}

// A line break pasted into a shell would run what stands before it, so a question is one line.
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function shorten(text: string): string {
  if (text.length <= MAX_EXCERPT_LENGTH) return text;
  return `${text.slice(0, MAX_EXCERPT_LENGTH).replace(/\s\S*$/, '')} …`;
}

/** The question as the tutor gets it: one line, with what it needs to know about the lesson. */
export function composeQuestion({ lessonTitle, sectionTitle, excerpt, text }: Question): string {
  const place = sectionTitle ? `, section "${oneLine(sectionTitle)}"` : '';
  const quoted = excerpt ? ` It says: "${shorten(oneLine(excerpt))}"` : '';
  return `I am reading the lesson "${oneLine(lessonTitle)}"${place}.${quoted} My question: ${oneLine(text)}`;
}

/** What the student asks for by "Teach Me". */
export function teachQuestion(lessonTitle: string, firstStep: string): string {
  return `Teach me the lesson "${oneLine(lessonTitle)}" step by step. Begin with "${oneLine(firstStep)}". Explain one step at a time in your own words, ask me a short question about it, and wait for my answer before you go on.`;
}

/** A question that turns the tutor into an examiner. */
export function quizQuestion(sectionTitle: string): string {
  return `Ask me two questions about "${oneLine(sectionTitle)}", one at a time, and tell me what I missed.`;
}

/** What a student may say of the passage they have selected, which goes along. */
export const SELECTION_QUESTION = 'Explain what I selected';

/** Asks for the section that the student has before their eyes. */
export function sectionQuestion(sectionTitle: string): string {
  return `Explain this section: ${oneLine(sectionTitle)}`;
}

/** Asks about a criterion that the work does not meet. */
export function whyQuestion(criterion: string): string {
  return `Why does “${oneLine(criterion)}” fail?`;
}
