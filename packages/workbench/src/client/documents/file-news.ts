import type { FileContent, ServerPayload } from '@agent-factory/protocol/coach';
import type { FileProblem } from '../state.js';
import type { OpenDocument } from './document.js';
import type { Reading } from './reading.js';
import type { Saving } from './saving.js';
import type { Tabs } from './tabs.js';

interface FileNewsOptions {
  readonly tabs: Tabs;
  readonly reading: Reading;
  readonly saving: Saving;
  /** Undefined if no more files can be open. */
  readonly bringToFront: (path: string) => OpenDocument | undefined;
}

type TreeUpdate = ServerPayload<'fs:tree_update'>;

/** Brings what the daemon says of files to the documents that it is about. */
export class FileNews {
  readonly #options: FileNewsOptions;

  constructor(options: FileNewsOptions) {
    this.#options = options;
  }

  handleContent(content: FileContent): void {
    this.#tell(content.path, (doc, { reading }) => reading.handleContent(doc, content));
  }

  /** The agent wants the student to see this file. */
  handleShown(content: FileContent): void {
    const doc = this.#options.bringToFront(content.path);
    if (doc !== undefined) this.#options.reading.handleContent(doc, content);
  }

  handleOpenFailure(path: string, problem: FileProblem): void {
    this.#tell(path, (doc, { reading }) => reading.handleFailure(doc, problem));
  }

  handleSaved(ack: ServerPayload<'fs:save_ack'>, id: string | undefined): void {
    this.#tell(ack.path, (doc, { saving }) => saving.handleAck(doc, ack, id));
  }

  handleSaveError(error: ServerPayload<'fs:save_error'>, id: string | undefined): void {
    this.#tell(error.path, (doc, { saving }) => saving.handleError(doc, error, id));
  }

  handleTreeUpdate(update: TreeUpdate): void {
    for (const doc of this.#options.tabs) this.#tellUpdate(doc, update);
  }

  #tellUpdate(doc: OpenDocument, { action, path, version }: TreeUpdate): void {
    const { reading } = this.#options;
    const isIt = doc.path === path;
    if (action === 'rescan') reading.handleChange(doc, undefined);
    else if (isIt && (action === 'add' || action === 'change')) reading.handleChange(doc, version);
    else if (isIt && action === 'unlink') reading.handleUnlink(doc);
    else if (action === 'unlinkDir' && doc.path.startsWith(`${path}/`)) reading.handleUnlink(doc);
  }

  #tell(path: string, task: (doc: OpenDocument, rooms: FileNewsOptions) => void): void {
    const doc = this.#options.tabs.get(path);
    if (doc !== undefined) task(doc, this.#options);
  }
}
