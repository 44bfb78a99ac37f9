/** Words by which notes say that something costs money. */
const PAID: readonly RegExp[] = [
  /\bcredit card\b/i,
  /\bpaid (?:plan|account|service|subscription|tier|licen[cs]e|version|api)\b/i,
  /\b(?:buy|purchase|pay for)\b/i,
  /\b(?:enable|set up|add|active) billing\b/i,
  /\bbilling (?:account|details|information)\b/i,
  /\bsubscribe to (?:a|the)\b.*\b(?:plan|tier)\b/i,
  /\b(?:commercial|paid) licen[cs]e\b/i,
  /[$€£]\s?\d+(?:\.\d+)?\s*(?:\/|per|a)\s*(?:month|year|user|seat)\b/i,
];
const FREE = /\b(?:no|not|without|never|don['’]t|doesn['’]t|needn['’]t)\b[^.]{0,40}$|\bfree\b/i;

const MARK =
  'Possible blocker: this seems to need a service that costs money. If you cannot go on without it, report "cannot_complete" and name it.';

/** Whether notes send the learner to something that costs money: a sentence that says that it does not, counts not. */
export function needsPaidService(notes: string): boolean {
  return notes.split(/(?<=[.!?])\s+|\n/).some((sentence) => PAID.some((words) => isSaid(sentence, words)));
}

function isSaid(sentence: string, words: RegExp): boolean {
  const found = words.exec(sentence);
  return found !== null && !FREE.test(sentence.slice(0, found.index));
}

/** The notes, with a last paragraph that tells the learner of a possible blocker. */
export function markPaidService(notes: string): string {
  return needsPaidService(notes) ? `${notes}\n\n${MARK}` : notes;
}
