import { DEFAULT_LOOK, dress } from '../look/look.js';
import { readText } from '../text/line-breaks.js';
import { compare } from './compare.js';
import type { ComparisonView, ConflictOptions, Resolution } from './conflict-types.js';
import { child, frame } from './frame.js';

const LABELS = { before: 'On the disk', after: 'Yours' };

/**
 * Shows the student's text beside what is on the disk by now. Theirs can be edited, and pieces of the other one be
 * taken over. Each of the three buttons resolves the conflict; nothing is lost until one is pressed.
 */
export function openConflict(parent: HTMLElement, options: ConflictOptions): ComparisonView {
  const { path, mine, disk, onResolve } = options;
  const { element, head, texts } = frame(parent, { ...options, labels: LABELS, title: `Conflict in ${path}` });
  const [before, after] = [readText(disk), readText(mine)];
  const comparison = compare(texts, { before, after, labels: LABELS, editable: true }, options);
  const text = () => comparison.text.sliceString(0, comparison.text.length, after.lineBreak);
  const resolved = (choice: Resolution['choice']): Resolution => {
    return { choice, text: { mine: () => mine, disk: () => disk, merged: text }[choice]() };
  };
  addHead(head, { path, onlyBreaksDiffer: before.doc.eq(after.doc), choose: (choice) => onResolve(resolved(choice)) });
  return {
    text,
    focus: () => comparison.focus(),
    setLook(look) {
      dress(element, { ...DEFAULT_LOOK, ...look });
      comparison.setScheme(look.colourScheme);
    },
    dispose() {
      comparison.dispose();
      element.remove();
    },
  };
}

interface Head {
  readonly path: string;
  readonly onlyBreaksDiffer: boolean;
  readonly choose: (choice: Resolution['choice']) => void;
}

const BUTTONS = [
  { choice: 'merged', text: 'Save what is shown here', kind: 'primary' },
  { choice: 'mine', text: 'Keep mine as it was', kind: 'secondary' },
  { choice: 'disk', text: 'Take the one on the disk', kind: 'secondary' },
] as const;

function addHead(head: HTMLElement, { path, onlyBreaksDiffer, choose }: Head): void {
  const said = child(head, 'p', 'wb-comparison-said');
  said.setAttribute('role', 'status');
  said.textContent = onlyBreaksDiffer
    ? `${path} was written by another program while you edited it. Only the line breaks differ.`
    : `${path} was written by another program while you edited it. Nothing of yours is lost: choose what to keep.`;
  const buttons = child(head, 'div', 'wb-comparison-buttons');
  for (const { choice, text, kind } of BUTTONS) {
    const button = child(buttons, 'button', 'wb-editor-button');
    button.type = 'button';
    button.dataset.kind = kind;
    button.textContent = text;
    button.addEventListener('click', () => choose(choice));
  }
}
