/**
 * How lines are marked and balloons look: here is a hint, here is where to work, here is something wrong. The more
 * pressing ones come last, and where several marks share a line, the last one gives its colour and sign.
 */
export const MARK_STYLES = ['hint', 'focus', 'info', 'suggested', 'success', 'warning', 'error'] as const;
export type MarkStyle = (typeof MARK_STYLES)[number];

/** What stands for a style where colour does not help: a letter in a shape of its own, and a word. */
export const MARK_SIGNS: Readonly<Record<MarkStyle, { readonly sign: string; readonly name: string }>> = {
  hint: { sign: '?', name: 'Hint' },
  focus: { sign: '›', name: 'Work here' },
  info: { sign: 'i', name: 'Note' },
  suggested: { sign: '+', name: 'Suggestion' },
  success: { sign: '✓', name: 'Well done' },
  warning: { sign: '!', name: 'Warning' },
  error: { sign: '×', name: 'Error' },
};

/** Styles come over the wire: one that this page does not know is shown as information. */
export function knownStyle(style: string): MarkStyle {
  return MARK_STYLES.find((known) => known === style) ?? 'info';
}

export function markClass(style: string): string {
  return `wb-mark-${knownStyle(style)}`;
}
