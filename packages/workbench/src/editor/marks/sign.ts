import { MARK_SIGNS, type MarkStyle } from './mark-styles.js';

/** What a sign stands for: a mark, a failed check or something said. */
type SignStyle = MarkStyle | 'failure' | 'balloon';

export interface Sign {
  readonly style: SignStyle;
  /** What it says to who cannot see it, and to a resting pointer. An empty one leaves it an ornament. */
  readonly label: string;
}

const OTHER_SIGNS: Readonly<Record<string, string>> = { failure: '✗', balloon: '…' };

export function signElement(ownerDocument: Document, { style, label }: Sign): HTMLElement {
  const element = ownerDocument.createElement('span');
  element.className = `wb-sign wb-sign-${style}`;
  element.textContent = style in MARK_SIGNS ? MARK_SIGNS[style as MarkStyle].sign : (OTHER_SIGNS[style] ?? '');
  if (label === '') {
    element.setAttribute('aria-hidden', 'true');
    return element;
  }
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', label);
  element.title = label;
  return element;
}
