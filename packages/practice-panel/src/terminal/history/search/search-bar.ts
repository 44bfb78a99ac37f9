import type { TerminalHistory } from '../history.js';
import { type Finds, HistorySearch } from './search.js';

/** Milliseconds without a key before the search runs: a term is typed in one go. */
const TYPING_PAUSE_MS = 120;

const MARKUP = `
  <input type="search" class="practice-search-input" aria-label="Find in the terminal" placeholder="Find"
    autocomplete="off" autocapitalize="off" spellcheck="false" />
  <span class="practice-search-count" role="status"></span>
  <button type="button" class="practice-icon-button" data-act="case" aria-pressed="false"
    aria-label="Match case" title="Match case">Aa</button>
  <button type="button" class="practice-icon-button" data-act="previous"
    aria-label="Previous match" title="Previous match (Enter)">↑</button>
  <button type="button" class="practice-icon-button" data-act="next"
    aria-label="Next match" title="Next match (Shift+Enter)">↓</button>
  <button type="button" class="practice-icon-button" data-act="close"
    aria-label="Close the search" title="Close the search (Escape)">×</button>`;

interface SearchBarOptions {
  /** Where the bar is put. */
  readonly parent: HTMLElement;
  readonly history: TerminalHistory;
  /** The terminal gets the focus back. */
  readonly onClose: () => void;
}

/** The search of a terminal: a small bar over its upper right corner while it is open. */
export class SearchBar {
  readonly #options: SearchBarOptions;
  readonly #search: HistorySearch;
  #element: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #caseSensitive = false;
  #term = '';

  constructor(options: SearchBarOptions) {
    this.#options = options;
    this.#search = new HistorySearch(options.history);
    this.#search.finds.on((finds) => this.#tell(finds));
    options.history.changes.on(({ open }) => {
      if (!open) this.#remove();
    });
  }

  /** Opens the bar, or continues in it. A selection within one row becomes the first term. */
  async open(): Promise<void> {
    const selected = this.#options.history.selection();
    if (selected !== '' && !selected.includes('\n')) this.#term = selected;
    if (this.#element === undefined) this.#create();
    this.#input?.select();
    this.#input?.focus();
    if (!(await this.#search.open())) return this.close();
    if (this.#term !== '') this.#find();
  }

  /** Closes the bar; the terminal has the focus again. */
  close(): void {
    if (this.#element === undefined) return;
    this.#remove();
    this.#options.onClose();
  }

  dispose(): void {
    this.#remove();
  }

  get #input(): HTMLInputElement | null | undefined {
    return this.#element?.querySelector('input');
  }

  #create(): void {
    const element = document.createElement('div');
    element.className = 'practice-search';
    element.setAttribute('role', 'search');
    element.innerHTML = MARKUP;
    element.addEventListener('click', (event) => this.#handleClick(event));
    element.addEventListener('keydown', (event) => this.#handleKey(event));
    element.addEventListener('input', () => this.#handleInput());
    this.#element = element;
    if (this.#input) this.#input.value = this.#term;
    this.#button('case')?.setAttribute('aria-pressed', String(this.#caseSensitive));
    this.#options.parent.append(element);
  }

  #remove(): void {
    clearTimeout(this.#timer);
    this.#search.close();
    this.#element?.remove();
    this.#element = undefined;
  }

  #handleInput(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#find(), TYPING_PAUSE_MS);
  }

  #handleKey(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.key === 'Escape') this.close();
    else if (event.key === 'Enter' && event.target === this.#input) this.#step(event.shiftKey ? 'next' : 'previous');
    else return;
    event.preventDefault();
  }

  #handleClick(event: MouseEvent): void {
    const act = event.target instanceof Element && event.target.closest('button')?.dataset.act;
    if (act === 'close') this.close();
    if (act === 'previous' || act === 'next') this.#step(act);
    if (act === 'case') this.#toggleCase();
  }

  #toggleCase(): void {
    this.#caseSensitive = !this.#caseSensitive;
    this.#button('case')?.setAttribute('aria-pressed', String(this.#caseSensitive));
    this.#find();
  }

  /** Searches again for the typed term, from the current match. */
  #find(): void {
    clearTimeout(this.#timer);
    this.#term = this.#input?.value ?? '';
    if (this.#term === '') this.#tell(undefined);
    this.#search.previous(this.#term, this.#caseSensitive, true);
  }

  #step(direction: 'previous' | 'next'): void {
    if ((this.#input?.value ?? '') !== this.#term) this.#find();
    else this.#search[direction](this.#term, this.#caseSensitive);
  }

  #tell(finds: Finds | undefined): void {
    const count = this.#element?.querySelector('.practice-search-count');
    if (count) count.textContent = finds === undefined || this.#term === '' ? '' : inWords(finds);
  }

  #button(act: string): Element | null | undefined {
    return this.#element?.querySelector(`[data-act="${act}"]`);
  }
}

function inWords({ count, at, isMore }: Finds): string {
  if (count === 0) return 'No matches';
  const counted = count.toLocaleString('en');
  return isMore ? `${counted}+ matches` : `${at.toLocaleString('en')} of ${counted}`;
}
