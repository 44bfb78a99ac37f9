import { Compartment, EditorState, type Extension, type StateEffect } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { ColourScheme, Look } from '../types.js';

export type WholeLook = Required<Look>;

export const DEFAULT_LOOK: WholeLook = { fontSize: 14, lineWrapping: false, tabSize: 4, colourScheme: 'light' };

const wrapping = new Compartment();
const tabSize = new Compartment();
const scheme = new Compartment();

/** What of the look is in the state of each file. */
export function lookExtensions(look: WholeLook): Extension {
  return [wrapping.of(wrappingOf(look)), tabSize.of(EditorState.tabSize.of(look.tabSize)), schemeOf(look.colourScheme)];
}

export function lookEffects(look: WholeLook): StateEffect<unknown>[] {
  return [
    wrapping.reconfigure(wrappingOf(look)),
    tabSize.reconfigure(EditorState.tabSize.of(look.tabSize)),
    schemeEffect(look.colourScheme),
  ];
}

/** What of it is in the element around the editor, for the style sheet. */
export function dress(element: HTMLElement, { fontSize, colourScheme }: WholeLook): void {
  element.dataset.scheme = colourScheme;
  element.style.setProperty('--wb-code-font-size', `${fontSize}px`);
}

/** The scheme of a text, which can be another one later. */
export function schemeOf(colourScheme: ColourScheme): Extension {
  return scheme.of(darkTheme(colourScheme));
}

export function schemeEffect(colourScheme: ColourScheme): StateEffect<unknown> {
  return scheme.reconfigure(darkTheme(colourScheme));
}

function darkTheme(colourScheme: ColourScheme): Extension {
  return EditorView.darkTheme.of(colourScheme === 'dark');
}

function wrappingOf({ lineWrapping }: WholeLook): Extension {
  return lineWrapping ? EditorView.lineWrapping : [];
}
