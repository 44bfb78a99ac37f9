import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { OpenFile } from './open-file.js';

/** Is told of each transaction after it has been applied. */
type AfterTransaction = (file: OpenFile, transaction: Transaction) => void;

/** One view, and a state for each open file: its history, selection and scroll wait until it is shown again. */
export class Tabs {
  readonly view: EditorView;
  readonly #element: HTMLElement;
  readonly #files = new Map<string, OpenFile>();
  readonly #after: AfterTransaction;
  #active: OpenFile | undefined;

  constructor(element: HTMLElement, after: AfterTransaction) {
    this.#element = element;
    this.#after = after;
    element.hidden = true;
    this.view = new EditorView({
      parent: element,
      dispatchTransactions: (transactions, view) => {
        view.update(transactions);
        for (const transaction of transactions) this.#applied(this.#active, transaction);
      },
    });
  }

  get active(): OpenFile | undefined {
    return this.#active;
  }

  get(path: string): OpenFile | undefined {
    return this.#files.get(path);
  }

  all(): OpenFile[] {
    return [...this.#files.values()];
  }

  add(file: OpenFile): void {
    this.#files.set(file.path, file);
  }

  /** Shows a file. Whether it was another one before. */
  activate(file: OpenFile): boolean {
    if (this.#active === file) return false;
    if (this.#active !== undefined) this.#active.scroll = this.view.scrollSnapshot();
    this.#active = file;
    this.#element.hidden = false;
    this.view.setState(file.state);
    if (file.scroll !== undefined) this.view.dispatch({ effects: file.scroll });
    return true;
  }

  /** Changes a file, whether it is shown or not. */
  apply(file: OpenFile, spec: TransactionSpec): void {
    if (file === this.#active) {
      this.view.dispatch(spec);
      return;
    }
    const transaction = file.state.update(spec);
    file.scroll = file.scroll?.map(transaction.changes);
    this.#applied(file, transaction);
  }

  remove(path: string): void {
    if (this.#active?.path === path) {
      this.#active = undefined;
      this.#element.hidden = true;
      this.view.setState(EditorState.create());
    }
    this.#files.delete(path);
  }

  dispose(): void {
    this.#active = undefined;
    this.#files.clear();
    this.view.destroy();
  }

  #applied(file: OpenFile | undefined, transaction: Transaction): void {
    if (file === undefined) return;
    file.state = transaction.state;
    this.#after(file, transaction);
  }
}
