import { OPEN_QUESTION } from './PermissionQuestion.js';

/** A key that was meant for what had the focus before counts no answer: this long, in milliseconds. */
const UNREADY_MS = 400;

/** When a question last took the focus by itself, by its element. */
const focusedAt = new WeakMap<Element, number>();

/** The first question that waits in a conversation. */
function firstQuestion(root: Element | null): HTMLElement | undefined {
  return root?.querySelector<HTMLElement>(`[${OPEN_QUESTION}]`) ?? undefined;
}

/** Goes to the question that waits; false if none does. */
export function focusQuestion(root: Element | null): boolean {
  const question = firstQuestion(root);
  question?.focus();
  return question !== undefined;
}

/** Moves the focus to a question that has just been asked. No option has it: Enter alone allows nothing. */
export function offerQuestion(root: Element | null): void {
  const question = firstQuestion(root);
  if (question === undefined) return;
  focusedAt.set(question, performance.now());
  question.focus();
}

/** Presses the option with this number in the question that has the focus; false if there is none. */
export function pressOption(target: Element, key: string): boolean {
  const question = target.closest(`[${OPEN_QUESTION}]`);
  if (question === null || !/^[1-9]$/.test(key)) return false;
  if (performance.now() - (focusedAt.get(question) ?? Number.NEGATIVE_INFINITY) < UNREADY_MS) return true;
  const option = question.querySelectorAll('button')[Number(key) - 1];
  option?.click();
  return option !== undefined;
}
