import { MAX_FILE_BYTES, type ServerPayload } from '@agent-factory/protocol/coach';
import { localProblem } from '../coach/problems.js';
import type { OpenDocument } from './document.js';
import type { DocumentsHost } from './host.js';

interface SavingHandlers {
  /** The disk has something that this side does not know. */
  readonly lookAgain: (doc: OpenDocument) => void;
  readonly close: (doc: OpenDocument) => void;
}

/** Saves documents, one save of each at a time. A save says which content of the file it replaces. */
export class Saving {
  readonly #host: DocumentsHost;
  readonly #handlers: SavingHandlers;

  constructor(host: DocumentsHost, handlers: SavingHandlers) {
    this.#host = host;
    this.#handlers = handlers;
  }

  save(doc: OpenDocument): void {
    if (!doc.isReady || !(doc.shown.dirty || doc.shown.deleted)) return;
    if (doc.length > MAX_FILE_BYTES) {
      this.#host.tell(localProblem('file_too_large', doc.path));
      return;
    }
    doc.saveWanted = true;
    if (doc.conflict !== null) doc.show({ conflict: { ...doc.conflict, saving: true } });
    this.resume(doc);
    this.#host.changed();
  }

  /** Does what is wanted and possible: saves, or closes what has nothing left to save. */
  resume(doc: OpenDocument): void {
    if (doc.attempt !== undefined || doc.conflict !== null) return;
    if (doc.saveWanted && (doc.shown.dirty || doc.shown.deleted)) {
      if (this.#host.isOpen) this.#attempt(doc);
      return;
    }
    doc.saveWanted = false;
    if (doc.closeWhenSaved) this.#handlers.close(doc);
  }

  /** Makes a file that must not be there yet. False without a connection. */
  create(doc: OpenDocument): boolean {
    if (this.#host.isOpen) this.#send(doc, '');
    return this.#host.isOpen;
  }

  handleAck(doc: OpenDocument, { version, timestamp }: ServerPayload<'fs:save_ack'>, id: string | undefined): void {
    const { attempt } = doc;
    if (!isAnswered(doc, id) || attempt === undefined) {
      // Another page of this project has saved.
      if (doc.isReady && version !== doc.version) this.#handlers.lookAgain(doc);
      return;
    }
    doc.attempt = undefined;
    if (!doc.isReady) {
      this.#handlers.lookAgain(doc); // a new file: it is opened like any other
      return;
    }
    doc.base = attempt.text;
    doc.version = version;
    doc.show({ dirty: doc.differs(), deleted: false, conflict: null, savedAt: timestamp });
    if (doc.shown.dirty) doc.parts.keeper.handleRebased();
    else doc.parts.keeper.forget(version, doc.length);
    this.#host.emit({ type: 'document.saved', path: doc.path, version });
    this.#afterwards(doc);
  }

  handleError(doc: OpenDocument, error: ServerPayload<'fs:save_error'>, id: string | undefined): void {
    if (!isAnswered(doc, id)) return;
    doc.attempt = undefined;
    doc.lookAgain = undefined;
    if (error.code === 'file_conflict') {
      doc.saveWanted = doc.isReady;
      if (doc.isReady) doc.show({ conflict: { disk: null, version: null, saving: true } });
      this.#handlers.lookAgain(doc);
    } else {
      doc.closeWhenSaved = false;
      this.#host.tell({ code: error.code, message: error.error, path: doc.path });
      if (!doc.isReady) this.#handlers.close(doc);
    }
    this.#host.changed();
  }

  /** The connection went: whether the text was saved is known when it is back. */
  handleLost(doc: OpenDocument): void {
    if (doc.attempt === undefined) return;
    doc.lostAttempt = doc.attempt.text;
    doc.attempt = undefined;
    doc.saveWanted = doc.isReady;
  }

  #attempt(doc: OpenDocument): void {
    // What the daemon has has to be what is saved: later changes are made to it.
    doc.parts.feed.flush();
    doc.saveWanted = false;
    this.#send(doc, doc.text());
  }

  #send(doc: OpenDocument, text: string): void {
    const id = this.#host.requests.add({ kind: 'save', path: doc.path });
    doc.attempt = { id, text };
    this.#host.send('file:save', { path: doc.path, content: text, version: doc.version }, id);
  }

  #afterwards(doc: OpenDocument): void {
    const { lookAgain } = doc;
    doc.lookAgain = undefined;
    if (lookAgain !== undefined && lookAgain.version !== doc.version) this.#handlers.lookAgain(doc);
    if (doc.closeWhenSaved && doc.shown.dirty) doc.saveWanted = true;
    this.resume(doc);
    this.#host.changed();
  }
}

function isAnswered({ attempt }: OpenDocument, id: string | undefined): boolean {
  return attempt !== undefined && (id === undefined || id === attempt.id);
}
