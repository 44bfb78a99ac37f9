import { DEFAULT_LOOK, dress } from '../look/look.js';
import { readText } from '../text/line-breaks.js';
import { compare } from './compare.js';
import type { ComparisonView, DiffOptions } from './conflict-types.js';
import { child, frame } from './frame.js';

const LABELS = { before: 'Before', after: 'After' };

/** Shows what differs between two texts; neither can be changed. */
export function openDiff(parent: HTMLElement, options: DiffOptions): ComparisonView {
  const { path, labels = LABELS } = options;
  const { element, head, texts } = frame(parent, { ...options, labels, title: `Differences in ${path}` });
  const [before, after] = [readText(options.before), readText(options.after)];
  const comparison = compare(texts, { before, after, labels, editable: false }, options);
  addHead(head, () => comparison.showAll());
  return {
    text: () => options.after,
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

function addHead(head: HTMLElement, showAll: () => void): void {
  const button = child(head, 'button', 'wb-editor-button');
  button.type = 'button';
  button.textContent = 'Show all lines';
  button.addEventListener('click', () => {
    showAll();
    head.remove();
  });
}
