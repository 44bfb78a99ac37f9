import { EditorState, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

interface Access {
  /** The name that a screen reader says. */
  readonly name: string;
  readonly readOnly: boolean;
  /** What else is said when the keyboard enters the text. */
  readonly hint?: string;
}

const HOW_TO_LEAVE = 'Tab indents. To leave the editor, press Escape, then Tab.';
const HOW_TO_LEAVE_READ_ONLY = 'Read only. To leave the editor, press Escape, then Tab.';

/** Whether a text can be changed, and what a screen reader hears of it. A read-only text can be entered all the same. */
export function accessTo({ name, readOnly, hint }: Access): Extension {
  const leaving = readOnly ? HOW_TO_LEAVE_READ_ONLY : HOW_TO_LEAVE;
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({
      // It has the keyboard anyway; tools that look for what scrolls see it by this alone.
      tabindex: '0',
      'aria-label': `${name}, editor`,
      'aria-description': hint === undefined ? leaving : `${leaving} ${hint}`,
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
    }),
  ];
}
