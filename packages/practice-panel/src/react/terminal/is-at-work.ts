/** Where keys go to what is written or chosen. */
const AT_WORK = 'input, textarea, select, [contenteditable=true], [role=tree], [role=dialog]';

/**
 * Whether the student is busy with this: what arrives late, into `place`, must not take the keyboard away from them. A
 * dialog that has the place in it, as the panel is on a phone, waits for it as the student does.
 */
export function isAtWork(focused: Element | null, place: Element): boolean {
  const work = focused?.closest(AT_WORK);
  return work != null && !work.contains(place);
}
