import type { Marked } from '../../client/mind/mind-state.js';
import type { DocumentView, WorkbenchEvent } from '../../client/state.js';
import type { FilePlace } from '../../client/where.js';
import type { Workbench } from '../../client/workbench.js';
import type { CodeEditor } from '../../editor/code-editor.js';
import type { EditorModule } from '../../editor/load.js';
import type { ChangeEvent, Look } from '../../editor/types.js';
import { isFilled, markedIn } from '../mind/marked.js';
import type { Cursor } from './cursor.js';
import { Pointing } from './pointing.js';

interface BindingOptions {
  readonly workbench: Workbench;
  readonly module: EditorModule;
  readonly host: HTMLElement;
  readonly look: Look;
  readonly cursor: Cursor;
  readonly announce: (words: string) => void;
  /** Whether the keyboard may be taken to a place that is to be seen: not from a terminal in which the student types. */
  readonly mayFocus: () => boolean;
}

/** An editor that shows the documents of a Workbench, and tells it what the student does. Whoever makes it disposes of it. */
export class EditorBinding {
  readonly editor: CodeEditor;
  readonly #options: BindingOptions;
  readonly #pointing: Pointing;
  readonly #stops: (() => void)[];
  #wantsFocus: { readonly path: string; readonly isFromTerminal: boolean } | undefined;
  /** Where to go in a file that is not shown yet. */
  #place: FilePlace | undefined;

  constructor(options: BindingOptions) {
    const { workbench, module, host, look, cursor, announce } = options;
    this.#options = options;
    this.editor = module.createEditor(host, {
      ...look,
      announce,
      onChange: (event) => this.#handleChange(event),
      onCursor: ({ position, selections }) => cursor.set(position, selections.some(isFilled)),
      onSelection: ({ path, range, textLength }) => workbench.handleSelection(path, range, textLength),
      onSave: (path) => workbench.save(path),
      onBalloonAction: ({ id }) => workbench.dismissMessage(id),
    });
    this.#pointing = new Pointing(this.editor);
    this.#stops = [workbench.on((event) => this.#handleEvent(event)), workbench.subscribe(() => this.#update())];
    this.#update();
  }

  /** What is selected in the file in front, or where the cursor is; undefined while its text is not in sight. */
  get marked(): Marked | undefined {
    const { workbench, host } = this.#options;
    const path = this.editor.shown;
    if (path === undefined || path !== workbench.snapshot().activePath || host.hidden) return undefined;
    const cursor = this.editor.cursorOf(path);
    return cursor && markedIn(path, this.editor.selectionsOf(path), cursor);
  }

  /** Puts the keyboard into this file, as soon as it is shown. A student who goes to the terminal meanwhile stays there. */
  focusOn(path: string): void {
    this.#wantsFocus = { path, isFromTerminal: !this.#options.mayFocus() };
    this.#update();
  }

  /** Goes to a place, as soon as its file is shown. */
  reveal(place: FilePlace): void {
    this.#place = place;
    this.#update();
  }

  /** The editor, which was behind something else, is in sight. */
  handleUncovered(): void {
    this.#update();
  }

  dispose(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.editor.dispose();
  }

  #update(): void {
    const state = this.#options.workbench.snapshot();
    this.#pointing.update(state);
    const active = state.documents.find(({ path }) => path === state.activePath);
    if (active?.status !== 'ready') return;
    this.#show(active);
    if (this.#options.host.hidden) return; // it cannot take the keyboard
    this.#goToPlace();
    this.#takeFocus(active.path);
  }

  #takeFocus(shown: string): void {
    const wish = this.#wantsFocus;
    if (wish?.path !== shown || this.editor.shown !== shown) return;
    this.#wantsFocus = undefined;
    if (wish.isFromTerminal || this.#options.mayFocus()) this.editor.focus();
  }

  #show({ path, language, readOnly }: DocumentView): void {
    const text = this.#options.workbench.textOf(path);
    if (text === undefined) return;
    if (this.editor.shown !== path) this.editor.show(path, text, { language, readOnly });
  }

  #handleEvent(event: WorkbenchEvent): void {
    const { workbench } = this.#options;
    switch (event.type) {
      case 'document.opened':
      case 'document.replaced':
        this.editor.replaceText(event.path, event.text);
        break;
      case 'document.saved':
        this.editor.markSaved(event.path, workbench.savedTextOf(event.path) ?? '');
        break;
      case 'document.closed':
        this.editor.close(event.path);
        break;
      case 'reveal':
        this.reveal({ path: event.path, ...event.at });
        break;
    }
  }

  #goToPlace(): void {
    if (this.#place === undefined || this.editor.shown !== this.#place.path) return;
    const { path, line, column } = this.#place;
    this.#place = undefined;
    const target = { line, ...(column !== undefined && { column }) };
    this.editor.reveal(path, target, { select: true, focus: this.#options.mayFocus() });
  }

  #handleChange({ path, changes, text, origin }: ChangeEvent): void {
    if (origin !== 'student') return;
    const cursor = this.editor.cursorOf(path) ?? { line: 1, column: 1 };
    const selections = this.editor.selectionsOf(path);
    this.#options.workbench.handleChange(path, { changes, text, cursor, selections });
  }
}
