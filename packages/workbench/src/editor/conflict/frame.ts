import { DEFAULT_LOOK, dress } from '../look/look.js';
import type { ComparisonLook, Labels } from './conflict-types.js';

/** What is around two texts: a head for what is said and done, the names of the texts, and a place for them. */
interface Frame {
  readonly element: HTMLElement;
  readonly head: HTMLElement;
  readonly texts: HTMLElement;
}

export function frame(parent: HTMLElement, look: ComparisonLook & { labels: Labels; title: string }): Frame {
  const element = child(parent, 'section', 'wb-editor wb-comparison');
  element.setAttribute('aria-label', look.title);
  const { fontSize = DEFAULT_LOOK.fontSize, colourScheme = DEFAULT_LOOK.colourScheme } = look;
  dress(element, { ...DEFAULT_LOOK, fontSize, colourScheme });
  const head = child(element, 'div', 'wb-comparison-head');
  const names = child(element, 'div', 'wb-comparison-names');
  child(names, 'span', 'wb-comparison-before').textContent = look.labels.before;
  child(names, 'span', 'wb-comparison-after').textContent = look.labels.after;
  return { element, head, texts: child(element, 'div', 'wb-comparison-texts') };
}

export function child<K extends keyof HTMLElementTagNameMap>(parent: Element, tag: K, className: string) {
  const element = parent.ownerDocument.createElement(tag);
  element.className = className;
  parent.append(element);
  return element;
}
