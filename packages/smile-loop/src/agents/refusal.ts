/** How models refuse, in the words of the three vendors' assistants; none of these is said of a step that fails. */
const REFUSALS: readonly RegExp[] = [
  /\bI(?:['’]m| am) sorry,? (?:but )?I (?:can(?:['’]t|not)|won['’]t) (?:help|assist|comply|do (?:that|this)|continue)\b/i,
  /\bI (?:can(?:['’]t|not)|won['’]t|will not|must decline to) (?:help|assist)(?: you)? with\b/i,
  /\bI (?:can(?:['’]t|not)|won['’]t|will not) (?:comply|participate|engage|fulfil+ th(?:is|at)|proceed with th(?:is|at) request)\b/i,
  /\bI(?:['’]m| am) (?:not able|unable) to (?:help|assist|comply)\b/i,
  /\bI (?:have to|must|need to) (?:decline|refuse)\b/i,
  /\bI(?:['’]m| am) (?:declining|refusing) (?:to|this)\b/i,
  /\b(?:against|violates?|goes against) (?:my|our|Anthropic['’]s|OpenAI['’]s|Google['’]s) (?:\w+ )?(?:guidelines|polic(?:y|ies)|principles)\b/i,
  /\b(?:against|violates?|goes against) the (?:usage|content|safety) (?:guidelines|polic(?:y|ies))\b/i,
  // Up to the next error: the time of a match is linear.
  /\bAPI Error:(?:(?!\bAPI Error:).)*\b(?:Usage Policy|blocked by (?:safety|content))\b/i,
];

/** Whether a text without an answer is a refusal. */
export function isRefusal(text: string): boolean {
  return REFUSALS.some((refusal) => refusal.test(text));
}

/** A mentor is told to give no whole solutions, and says so; who points to the text has helped. */
const HELPS = /\blines? \d|`[^`]+`|\b(?:whole|entire|full|complete) (?:solution|answer|task|code)\b/i;

/** Whether the notes of a mentor are a refusal. */
export function isMentorsRefusal(notes: string): boolean {
  return isRefusal(notes) && !HELPS.test(notes);
}
