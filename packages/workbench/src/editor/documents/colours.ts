import { isColoured, languageEffect, languageOfFile } from '../languages/shown-language.js';
import type { LanguageFailure } from '../types.js';
import type { OpenFile } from './open-file.js';
import type { Tabs } from './tabs.js';

const PLAIN = 'plaintext';

/** Gives each file the colours of its language, once they are there. */
export class Colours {
  readonly #tabs: Tabs;
  readonly #onFailure: (failure: LanguageFailure) => void;

  constructor(tabs: Tabs, onFailure: (failure: LanguageFailure) => void) {
    this.#tabs = tabs;
    this.#onFailure = onFailure;
  }

  async handleText(file: OpenFile): Promise<void> {
    const language = isColoured(file.state.doc) ? file.language : PLAIN;
    if (file.colouredAs === language) return;
    file.colouredAs = language;
    try {
      const effect = await languageEffect(language);
      if (this.#isCurrent(file, language))
        this.#tabs.apply(file, { effects: effect ?? languageOfFile.reconfigure([]) });
    } catch (error) {
      file.colouredAs = undefined;
      this.#onFailure({ path: file.path, language, error });
    }
  }

  /** The file may be closed, or shown in another language, when the colours arrive. */
  #isCurrent(file: OpenFile, language: string): boolean {
    return this.#tabs.get(file.path) === file && file.colouredAs === language;
  }
}
