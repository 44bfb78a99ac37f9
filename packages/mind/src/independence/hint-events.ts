/** Progress of a phase that tells of help with it: that there was some, or that the student wants more from now on. */
export const HINT_EVENTS = ['hint_used', 'hint_escalated'] as const;
export type HintEvent = (typeof HINT_EVENTS)[number];

export function isHint(eventType: string): eventType is HintEvent {
  return HINT_EVENTS.some((one) => one === eventType);
}
