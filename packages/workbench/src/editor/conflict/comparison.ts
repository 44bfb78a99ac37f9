import type { Text } from '@codemirror/state';
import { languageEffect } from '../languages/shown-language.js';
import { schemeEffect } from '../look/look.js';
import type { ColourScheme } from '../types.js';
import { type Arranged, besideEachOther, type Compared, inOneColumn } from './arrangements.js';

/** Pixels. Below it, two columns leave less than some forty letters for each: one column is shown then. */
const TWO_COLUMNS_FROM_PX = 720;

interface Comparing extends Compared {
  readonly language: string;
  readonly onLanguageFailure: (error: unknown) => void;
}

/** Two texts in as many columns as there is room for; the second one may be edited. */
export class Comparison {
  readonly #parent: HTMLElement;
  readonly #comparing: Comparing;
  readonly #resizes: ResizeObserver;
  #arranged: Arranged;
  #scheme: ColourScheme | undefined;
  #isWide: boolean;
  #collapsed: boolean;

  constructor(parent: HTMLElement, comparing: Comparing) {
    this.#parent = parent;
    this.#comparing = comparing;
    this.#isWide = isWide(parent);
    this.#collapsed = comparing.collapsed;
    this.#arranged = this.#arrange(comparing.after);
    this.#resizes = new ResizeObserver(() => this.#handleResize());
    this.#resizes.observe(parent);
  }

  /** The second text, as it is now. */
  get text(): Text {
    return this.#arranged.edited.state.doc;
  }

  focus(): void {
    this.#arranged.edited.focus();
  }

  dispose(): void {
    this.#resizes.disconnect();
    this.#arranged.dispose();
  }

  setScheme(scheme: ColourScheme): void {
    this.#scheme = scheme;
    for (const view of this.#arranged.views) view.dispatch({ effects: schemeEffect(scheme) });
  }

  /** Shows what was hidden, too. */
  showAll(): void {
    this.#collapsed = false;
    this.#rearrange();
    this.focus();
  }

  #handleResize(): void {
    if (isWide(this.#parent) === this.#isWide) return;
    this.#isWide = !this.#isWide;
    const hadFocus = this.#arranged.views.some(({ hasFocus }) => hasFocus);
    this.#rearrange();
    if (hadFocus) this.focus();
  }

  #rearrange(): void {
    const { text } = this;
    this.#arranged.dispose();
    this.#arranged = this.#arrange(text);
    if (this.#scheme !== undefined) this.setScheme(this.#scheme);
  }

  #arrange(after: Text): Arranged {
    const arrange = this.#isWide ? besideEachOther : inOneColumn;
    const arranged = arrange(this.#parent, { ...this.#comparing, collapsed: this.#collapsed, after });
    void this.#colour(arranged);
    return arranged;
  }

  async #colour(arranged: Arranged): Promise<void> {
    try {
      const effects = await languageEffect(this.#comparing.language);
      if (effects === undefined || this.#arranged !== arranged) return;
      for (const view of arranged.views) view.dispatch({ effects });
    } catch (error) {
      this.#comparing.onLanguageFailure(error);
    }
  }
}

function isWide({ clientWidth }: HTMLElement): boolean {
  return clientWidth >= TWO_COLUMNS_FROM_PX;
}
