import type { FileContent } from '@agent-factory/protocol/coach';
import type { FileProblem } from '../state.js';
import type { OpenDocument } from './document.js';
import type { DocumentsHost } from './host.js';
import { meetDisk } from './meet-disk.js';
import { type Answer, beginDocument } from './opening.js';

/** Asks for files, and lets documents meet what is on the disk. */
export class Reading {
  readonly #host: DocumentsHost;
  /** False for a document that was closed meanwhile. */
  readonly #isThere: (doc: OpenDocument) => boolean;
  /** A document and the disk have met: what waited for that can go on. */
  readonly #onMet: (doc: OpenDocument) => void;

  constructor(
    host: DocumentsHost,
    { isThere, onMet }: { isThere: (doc: OpenDocument) => boolean; onMet: (doc: OpenDocument) => void },
  ) {
    this.#host = host;
    this.#isThere = isThere;
    this.#onMet = onMet;
  }

  /** Without a connection nothing happens: all files are asked for when it is back. */
  request(doc: OpenDocument, isOpenThere = doc.isReady): void {
    if (!this.#host.isOpen) return;
    const id = this.#host.requests.add({ kind: 'open', path: doc.path });
    this.#host.send('file:open', { path: doc.path, ...(isOpenThere && { reload: true }) }, id);
  }

  handleContent(doc: OpenDocument, content: FileContent): void {
    if (!doc.isReady) void this.#begin(doc, { content });
    else if (doc.attempt === undefined) this.#meet(doc, content);
    else doc.lookAgain = { version: content.version };
  }

  /** A file that was asked for cannot be had. */
  handleFailure(doc: OpenDocument, problem: FileProblem): void {
    if (!doc.isReady) void this.#begin(doc, { problem });
    else if (problem.code === 'file_not_found') this.#handleGone(doc);
    else this.#host.tell({ code: problem.code, message: problem.message, path: doc.path });
  }

  /** Something has happened to the file on the disk. */
  handleChange(doc: OpenDocument, version: string | undefined): void {
    if (doc.attempt !== undefined) doc.lookAgain = { version };
    else if (!doc.isReady || !isKnown(doc, version)) this.request(doc);
  }

  handleUnlink(doc: OpenDocument): void {
    if (doc.attempt !== undefined) doc.lookAgain = { version: undefined };
    else if (doc.isReady) this.#handleGone(doc);
  }

  #handleGone(doc: OpenDocument): void {
    doc.version = null;
    doc.show({ deleted: true, conflict: null });
    this.#host.changed();
    this.#onMet(doc);
  }

  #meet(doc: OpenDocument, { content, version, language, readOnly = false }: FileContent): void {
    const wasRefused = doc.conflict?.disk === null;
    const meeting = meetDisk(doc, { text: content, version });
    if (meeting === 'same' && wasRefused) this.#giveUpSave(doc);
    doc.show({ language, readOnly });
    const { keeper, feed } = doc.parts;
    if (meeting === 'clean' || meeting === 'replaced') {
      keeper.forget(version, doc.length);
      feed.forgetSent();
    }
    if (meeting === 'rebased') keeper.handleRebased();
    if (meeting === 'replaced') this.#host.emit({ type: 'document.replaced', path: doc.path, text: content });
    this.#host.changed();
    this.#onMet(doc);
  }

  /** The disk has just what the save was to replace, and yet it was refused: to repeat it by itself may never end. */
  #giveUpSave(doc: OpenDocument): void {
    doc.saveWanted = false;
    this.#host.tell({ code: 'file_conflict', message: 'The file was not saved. Save it again.', path: doc.path });
  }

  async #begin(doc: OpenDocument, answer: Answer): Promise<void> {
    const remains = await doc.parts.remains;
    if (!this.#isThere(doc) || doc.isReady) return;
    beginDocument(doc, answer, remains, this.#host);
    this.#host.changed();
    this.#onMet(doc);
  }
}

function isKnown(doc: OpenDocument, version: string | undefined): boolean {
  if (version === undefined) return false;
  return version === doc.version || version === doc.conflict?.version;
}
