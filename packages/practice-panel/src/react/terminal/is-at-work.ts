/** Where keys go to what is written or chosen. */
const AT_WORK = 'input, textarea, select, [contenteditable=true], [role=tree], [role=dialog]';

/** Whether the student is busy with this: what arrives late must not take the keyboard away from them. */
export function isAtWork(focused: Element | null): boolean {
  return focused?.closest(AT_WORK) != null;
}
