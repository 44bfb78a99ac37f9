import type { Extension } from '@codemirror/state';
import type { Tabs } from '../documents/tabs.js';
import type { Look } from '../types.js';
import { DEFAULT_LOOK, dress, lookEffects, lookExtensions, type WholeLook } from './look.js';

/** How all files of an editor look. */
export class EditorLook {
  readonly #element: HTMLElement;
  readonly #tabs: Tabs;
  #look: WholeLook;

  constructor(element: HTMLElement, tabs: Tabs, look: Look) {
    this.#element = element;
    this.#tabs = tabs;
    this.#look = withChanges(DEFAULT_LOOK, look);
    dress(element, this.#look);
  }

  get extensions(): Extension {
    return lookExtensions(this.#look);
  }

  change(look: Look): void {
    this.#look = withChanges(this.#look, look);
    dress(this.#element, this.#look);
    for (const file of this.#tabs.all()) this.#tabs.apply(file, { effects: lookEffects(this.#look) });
    this.#tabs.view.requestMeasure();
  }
}

function withChanges(look: WholeLook, changes: Look): WholeLook {
  return {
    fontSize: changes.fontSize ?? look.fontSize,
    lineWrapping: changes.lineWrapping ?? look.lineWrapping,
    tabSize: changes.tabSize ?? look.tabSize,
    colourScheme: changes.colourScheme ?? look.colourScheme,
  };
}
