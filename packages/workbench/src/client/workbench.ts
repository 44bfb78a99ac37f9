import type { RestOutcome } from '@agent-factory/practice-panel';
import type { ClientMessageType, ClientPayload, HintLevel, Range, Visibility } from '@agent-factory/protocol/coach';
import { Assembly } from './assembly.js';
import type { Marked } from './mind/mind-state.js';
import type { WorkbenchOptions } from './options.js';
import type { CoachRest } from './rest/coach-rest.js';
import type { Edit, Failure, Place, WorkbenchEvent, WorkbenchState } from './state.js';
import type { Unsubscribe } from './store/store.js';
import type { TreeReader } from './tree/tree-reader.js';

export type { WorkbenchOptions } from './options.js';
export type { CoachRest } from './rest/coach-rest.js';
export type { TreeReader } from './tree/tree-reader.js';

/**
 * The Workbench without its looks: what lasts is in an immutable state (`subscribe` and `snapshot`, made for
 * `useSyncExternalStore`), what happens once is an event (`on`).
 *
 * An editor follows it so: it takes a document's text from `textOf(path)` when it is made, replaces it on
 * `document.replaced`, and tells every edit of the student by `handleChange`. Texts are those of the files, with their
 * own line ends. Marks, balloons and failures are in the state by path: an editor puts them in again when those of its
 * path change.
 */
export class Workbench {
  readonly #assembly: Assembly;
  readonly subscribe: (listener: () => void) => Unsubscribe;
  readonly snapshot: () => WorkbenchState;

  constructor(options: WorkbenchOptions) {
    this.#assembly = new Assembly(options);
    const { store } = this.#assembly;
    this.subscribe = store.subscribe;
    this.snapshot = store.snapshot;
  }

  /** Of a folder, or of an exercise. */
  get projectId(): string {
    return this.#assembly.projectId;
  }

  /** The daemon's origin, without a trailing slash. */
  get serverUrl(): string {
    return this.#assembly.serverUrl;
  }

  /** Rows and keys of the file tree. Look again when `state.tree.revision` grows. */
  get tree(): TreeReader {
    return this.#assembly.tree;
  }

  /** The daemon's routes. */
  get rest(): CoachRest {
    return this.#assembly.rest;
  }

  on(listener: (event: WorkbenchEvent) => void): Unsubscribe {
    return this.#assembly.events.on(listener);
  }

  connect(): void {
    this.#assembly.connect();
  }

  /** Keeps unsaved text, and closes everything. Idempotent. */
  dispose(): void {
    this.#assembly.dispose();
  }

  /** Opens a file and brings it to the front; if it is open, only the latter. */
  open(path: string, options: { readonly at?: Place } = {}): void {
    this.#assembly.documents.open(path, options.at);
  }

  switchTo(path: string): void {
    this.#assembly.documents.switchTo(path);
  }

  /** Asks first if there is unsaved text: the document is `closing` then. */
  close(path: string): void {
    this.#assembly.documents.close(path, 'ask');
  }

  discard(path: string): void {
    this.#assembly.documents.close(path, 'discard');
  }

  keepOpen(path: string): void {
    this.#assembly.documents.keepOpen(path);
  }

  saveAndClose(path: string): void {
    this.#assembly.documents.close(path, 'save');
  }

  /** Without a connection the save waits for it. */
  save(path: string): void {
    this.#assembly.documents.save(path);
  }

  saveAll(): void {
    this.#assembly.documents.saveAll();
  }

  /** Makes an empty file and opens it. */
  newFile(path: string): void {
    this.#assembly.documents.newFile(path);
  }

  /** Ends a conflict: with the student's text, that of the disk, or one made of both. */
  resolve(path: string, choice: 'mine' | 'disk' | { readonly text: string }): void {
    this.#assembly.documents.resolve(path, choice);
  }

  /** Replaces the text by the unsaved one that another window has left: see `others` of a document. */
  takeOther(path: string, window: string): void {
    this.#assembly.documents.settleOther(path, window, 'take');
  }

  discardOther(path: string, window: string): void {
    this.#assembly.documents.settleOther(path, window, 'discard');
  }

  /** The text as the editor has it; undefined while it is loading. */
  textOf(path: string): string | undefined {
    const doc = this.#assembly.documents.tabs.get(path);
    return doc?.isReady ? doc.text() : undefined;
  }

  /** The text as it was last read from or written to the disk; undefined where there is none. */
  savedTextOf(path: string): string | undefined {
    return this.#assembly.documents.tabs.get(path)?.base ?? undefined;
  }

  /** The student has edited. */
  handleChange(path: string, edit: Edit): void {
    this.noteActivity();
    this.#assembly.documents.handleEdit(path, edit);
  }

  /** The student has selected; `textLength` 0 is nothing selected. */
  handleSelection(path: string, range: Range, textLength: number): void {
    this.#assembly.selections.handle({ path, range, textLength });
  }

  /** The student is there: a key, a pointer, a scroll anywhere in the page. */
  noteActivity(): void {
    this.#assembly.idle.handleSign();
  }

  expand(path: string): void {
    if (this.#assembly.tree.expand(path)) this.#send('explorer:expand_dir', { path });
  }

  collapse(path: string): void {
    if (this.#assembly.tree.collapse(path)) this.#send('explorer:collapse_dir', { path });
  }

  /** Expands the folders above a path. */
  revealInTree(path: string): void {
    for (const folder of this.#assembly.tree.reveal(path)) this.#send('explorer:expand_dir', { path: folder });
  }

  setHintLevel(level: HintLevel): void {
    this.#assembly.setHintLevel(level);
  }

  async setVisibility(visibility: Visibility): Promise<RestOutcome<{ readonly visibility: Visibility }>> {
    const outcome = await this.rest.setVisibility(visibility);
    if (outcome.ok) this.#assembly.coaching.set(outcome.value);
    return outcome;
  }

  setFailures(failures: readonly Failure[]): void {
    this.#assembly.coaching.setFailures(failures);
  }

  /** Takes a balloon or toast away. */
  dismissMessage(id: string): void {
    this.#assembly.coaching.dismiss(id);
  }

  /**
   * Asks the coach to explain what is marked in an open file, or the line of an empty range, and shows the answer in the
   * place of the one before: see `state.mind.explanation`. Does nothing for a file whose text is not there.
   */
  explain(marked: Marked): void {
    const doc = this.#assembly.documents.tabs.get(marked.path);
    if (doc?.isReady) this.#assembly.mind.explain(marked, { text: doc.text(), language: doc.shown.language });
  }

  /** Takes the explanation away; one that is still waited for is not shown any more. */
  dismissExplanation(): void {
    this.#assembly.mind.dismissExplanation();
  }

  /** Whether the coach may speak unasked in this session. */
  muteObserver(muted: boolean): void {
    this.#assembly.mind.muteObserver(muted);
  }

  /** The student is done for now; what comes of it is `state.mind.ended`. */
  endSession(): void {
    this.#assembly.mind.endSession();
  }

  /** Takes away what has come of the end of a session. */
  dismissEnd(): void {
    this.#assembly.mind.dismissEnd();
  }

  /** Opens a kata in the place of the one before: see `state.katas.open`. One that did not come is asked for again. */
  openKata(id: string): void {
    const { katas } = this.#assembly;
    if (this.snapshot().katas.open?.id === id) katas.reload();
    else katas.open(id);
  }

  /** The solution stays as it was left. */
  closeKata(): void {
    this.#assembly.katas.close();
  }

  /** Asks the coach to review a solution of the open kata; `constraints` are titles. One at a time. */
  submitSolution(code: string, constraints: readonly string[]): void {
    this.#assembly.katas.submit(code, constraints);
  }

  dismissReview(): void {
    this.#assembly.katas.dismissReview();
  }

  /** The solution of a kata as the student has left it in this browser; undefined where there is none. */
  solutionOf(kataId: string): string | undefined {
    return this.#assembly.solutions.read(kataId);
  }

  /** The student has typed at it. */
  keepSolution(kataId: string, code: string): void {
    this.noteActivity();
    this.#assembly.solutions.write(kataId, code);
  }

  dismissProblem(id: string): void {
    this.#assembly.dismissProblem(id);
  }

  #send<Type extends ClientMessageType>(type: Type, payload: ClientPayload<Type>): void {
    this.#assembly.send(type, payload);
  }
}
