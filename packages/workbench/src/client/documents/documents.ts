import { MAX_OPEN_FILES } from '@agent-factory/protocol/coach';
import { localProblem } from '../coach/problems.js';
import type { Edit, Place } from '../state.js';
import { type DocumentParts, OpenDocument } from './document.js';
import { editDocument } from './editing.js';
import { FileNews } from './file-news.js';
import type { DocumentsHost } from './host.js';
import { discardOther, takeOther } from './other-texts.js';
import { Reading } from './reading.js';
import { type Choice, resolveConflict } from './resolving.js';
import { Saving } from './saving.js';
import { Tabs } from './tabs.js';

export type MakeParts = (path: string, document: () => OpenDocument) => DocumentParts;

/** All open files: their tabs, their texts, and how both stand to the disk. */
export class Documents {
  readonly tabs = new Tabs();
  /** For what the daemon says of files. */
  readonly news: FileNews;
  readonly #host: DocumentsHost;
  readonly #makeParts: MakeParts;
  readonly #saving: Saving;
  readonly #reading: Reading;

  constructor(host: DocumentsHost, makeParts: MakeParts) {
    this.#host = host;
    this.#makeParts = makeParts;
    this.#saving = new Saving(host, {
      lookAgain: (doc) => this.#reading.request(doc),
      close: (doc) => this.#remove(doc),
    });
    this.#reading = new Reading(host, {
      isThere: (doc) => this.tabs.has(doc),
      onMet: (doc) => this.#saving.resume(doc),
    });
    this.news = new FileNews({
      tabs: this.tabs,
      reading: this.#reading,
      saving: this.#saving,
      bringToFront: (path) => this.#bringToFront(path),
    });
  }

  open(path: string, at?: Place): void {
    const doc = this.tabs.get(path);
    if (doc === undefined) this.#openNew(path, at);
    else if (doc.isReady && at !== undefined) this.#show(path, at);
    else {
      if (at !== undefined) doc.place = at;
      if (doc.shown.status === 'failed') this.#askAgain(doc);
      this.switchTo(path);
    }
  }

  /** Tabs of an earlier page. The one that was in front comes to the front, unless there is one already. */
  restore(paths: readonly string[], front: string | undefined): void {
    for (const path of paths) {
      if (this.tabs.get(path) === undefined && this.tabs.size < MAX_OPEN_FILES) this.#add(path);
    }
    const [first] = this.tabs;
    const known = this.tabs.get(front ?? '') ?? first;
    this.tabs.activePath ??= known?.path ?? null;
    this.#host.changed();
  }

  newFile(path: string): void {
    const isKnown = this.tabs.get(path) !== undefined;
    const doc = isKnown ? undefined : this.#add(path, 'told');
    if (isKnown) this.open(path);
    if (doc === undefined) return;
    if (this.#saving.create(doc)) this.switchTo(path);
    else {
      this.#remove(doc);
      this.#host.tell(localProblem('not_connected', path));
    }
  }

  switchTo(path: string): void {
    const fromPath = this.tabs.activePath;
    if (fromPath !== path && this.tabs.get(path) !== undefined) {
      this.tabs.activePath = path;
      this.#host.send('editor:tab_switch', { fromPath, toPath: path });
    }
    this.#host.changed();
  }

  /** `ask`: keeps it open and asks, if it has unsaved text. */
  close(path: string, how: 'ask' | 'save' | 'discard'): void {
    const doc = this.tabs.get(path);
    if (doc === undefined) return;
    const isUnsaved = doc.isReady && (doc.shown.dirty || doc.conflict !== null);
    if (how === 'discard' && isUnsaved) doc.parts.keeper.forget(doc.version, 0);
    if (how === 'discard' || !isUnsaved) this.#remove(doc);
    else this.#holdOpen(doc, how);
  }

  keepOpen(path: string): void {
    const doc = this.tabs.get(path);
    if (doc === undefined) return;
    doc.closeWhenSaved = false;
    doc.show({ closing: false });
    this.#host.changed();
  }

  save(path: string): void {
    const doc = this.tabs.get(path);
    if (doc !== undefined) this.#saving.save(doc);
  }

  saveAll(): void {
    for (const doc of this.tabs) this.#saving.save(doc);
  }

  resolve(path: string, choice: Choice): void {
    const doc = this.tabs.get(path);
    if (doc === undefined || !resolveConflict(doc, choice, this.#host)) return;
    this.#saving.resume(doc);
    this.#host.changed();
  }

  /** Does with the text that another window has left what the student wants. */
  settleOther(path: string, window: string, choice: 'take' | 'discard'): void {
    const doc = this.tabs.get(path);
    if (doc === undefined) return;
    if (choice === 'take') takeOther(doc, window, this.#host);
    else discardOther(doc, window);
    this.#host.changed();
  }

  handleEdit(path: string, edit: Edit): void {
    const doc = this.tabs.get(path);
    if (doc?.isReady && editDocument(doc, edit)) this.#host.changed();
  }

  /** The daemon has another text than this side has told it. */
  resend(path: string): void {
    const doc = this.tabs.get(path);
    if (doc?.isReady) doc.parts.feed.forgetSent(doc.typed);
  }

  /** `openThere`: files that the daemon knows to be open. */
  handleConnected(openThere: readonly string[]): void {
    const known = new Set(openThere);
    for (const doc of this.tabs) {
      this.#reading.request(doc, doc.isReady && known.has(doc.path));
      doc.parts.feed.forgetSent(doc.shown.dirty ? doc.typed : undefined);
    }
  }

  handleDisconnected(): void {
    for (const doc of this.tabs) this.#saving.handleLost(doc);
    this.#host.changed();
  }

  /** The page may be about to go. */
  keepUnsaved(): void {
    for (const doc of this.tabs) {
      if (doc.shown.dirty) doc.parts.keeper.leave();
    }
  }

  dispose(): void {
    for (const doc of this.tabs) {
      doc.parts.feed.dispose();
      doc.parts.keeper.dispose();
    }
  }

  #holdOpen(doc: OpenDocument, until: 'ask' | 'save'): void {
    doc.show({ closing: until === 'ask' });
    doc.closeWhenSaved = until === 'save';
    if (until === 'save') this.#saving.save(doc);
    this.#host.changed();
  }

  #openNew(path: string, at: Place | undefined): void {
    const doc = this.#add(path);
    if (doc === undefined) return;
    doc.place = at;
    this.switchTo(path);
  }

  #show(path: string, at: Place): void {
    this.switchTo(path);
    this.#host.emit({ type: 'reveal', path, at });
  }

  #add(path: string, how: 'ask' | 'told' = 'ask'): OpenDocument | undefined {
    if (this.tabs.size >= MAX_OPEN_FILES) {
      this.#host.tell(localProblem('too_many_files', path));
      return undefined;
    }
    const doc: OpenDocument = new OpenDocument(
      path,
      this.#makeParts(path, () => doc),
    );
    this.tabs.add(doc);
    if (how === 'ask') this.#reading.request(doc);
    return doc;
  }

  /** Without asking for its text: who wants it shown has sent that. */
  #bringToFront(path: string): OpenDocument | undefined {
    const doc = this.tabs.get(path) ?? this.#add(path, 'told');
    if (doc !== undefined) this.switchTo(path);
    return doc;
  }

  #askAgain(doc: OpenDocument): void {
    doc.show({ status: 'loading', problem: null });
    this.#reading.request(doc);
  }

  #remove(doc: OpenDocument): void {
    const next = this.tabs.remove(doc);
    doc.parts.feed.dispose();
    doc.parts.keeper.dispose();
    this.#host.send('file:close', { path: doc.path });
    this.#host.emit({ type: 'document.closed', path: doc.path });
    if (this.tabs.activePath === doc.path) {
      this.tabs.activePath = next;
      if (next !== null) this.#host.send('editor:tab_switch', { fromPath: doc.path, toPath: next });
    }
    this.#host.changed();
  }
}
