import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { WebSocket } from 'ws';
import type { PlainSocket } from '../../../src/client/connection/socket.js';
import { Drafts } from '../../../src/client/drafts/drafts.js';
import type { StoredDraft } from '../../../src/client/drafts/stored-draft.js';
import type { DocumentView, WorkbenchEvent } from '../../../src/client/state.js';
import { Workbench, type WorkbenchOptions } from '../../../src/client/workbench.js';
import { TestClaims, TestPage, TestStorage } from './browser.js';
import { eventually } from './eventually.js';
import { ManualClock } from './manual-clock.js';

export const PROJECT_ID = 'folder--0123456789';

/** A browser that lasts longer than its pages. */
export class TestBrowser {
  readonly clock = new ManualClock();
  readonly storage = new TestStorage();
  /** Of the window that all pages are loaded into, one after the other, unless they are given another one. */
  readonly session = new TestStorage();
  /** Undefined for a browser without locks. */
  claims: TestClaims | undefined = new TestClaims();

  constructor() {
    globalThis.indexedDB = new IDBFactory();
  }

  drafts(clock = this.clock): Drafts {
    return new Drafts({ clock, storage: this.storage });
  }

  /** The unsaved texts of a file, those of all windows, in no order. */
  async texts(path: string): Promise<string[]> {
    return (await this.stored(path)).map(({ text }) => text);
  }

  async stored(path: string): Promise<StoredDraft[]> {
    const drafts = this.drafts();
    const keys = await drafts.keys(PROJECT_ID);
    const remains = await Promise.all(keys.filter((key) => key.path === path).map((key) => drafts.read(key)));
    await drafts.close();
    return remains.map(({ draft }) => draft).filter((draft) => draft !== undefined);
  }
}

/** A page with a Workbench, and an editor that shows what it is told. */
export class OpenPage implements AsyncDisposable {
  /** Of this page alone. */
  readonly clock = new ManualClock();
  readonly page = new TestPage();
  readonly drafts: Drafts;
  readonly workbench: Workbench;
  readonly events: WorkbenchEvent[] = [];
  readonly #sockets: WebSocket[] = [];
  readonly #claims;

  /** @param serverUrl by default nobody answers there */
  constructor(
    url: WorkbenchOptions['url'],
    browser = new TestBrowser(),
    { session = browser.session, serverUrl = 'http://127.0.0.1:9' } = {},
  ) {
    const { clock } = this;
    const { storage } = browser;
    this.#claims = browser.claims?.ofPage();
    this.drafts = browser.drafts(clock);
    this.workbench = new Workbench({
      ...{ url, clock, storage },
      serverUrl,
      projectId: PROJECT_ID,
      page: this.page,
      drafts: this.drafts,
      window: { session, claims: this.#claims },
      openSocket: (address) => {
        const socket = new WebSocket(address);
        this.#sockets.push(socket);
        return socket as PlainSocket;
      },
    });
    this.workbench.on((event) => this.events.push(event));
    this.workbench.connect();
  }

  document(path: string): DocumentView | undefined {
    return this.workbench.snapshot().documents.find((each) => each.path === path);
  }

  async connected(): Promise<void> {
    await this.until(() => this.workbench.snapshot().connection.status === 'open');
  }

  /** Opens a file and waits for its text. */
  async opened(path: string): Promise<DocumentView> {
    await this.connected();
    this.workbench.open(path);
    return this.ready(path);
  }

  ready(path: string): Promise<DocumentView> {
    return eventually(() => {
      const found = this.document(path);
      if (found?.status !== 'ready') throw new Error(`${path} is ${found?.status}`);
      return found;
    });
  }

  /** Waits, while time goes on a little. */
  until(holds: () => boolean): Promise<void> {
    return eventually(() => {
      if (holds()) return;
      this.clock.advance(10);
      throw new Error('not yet');
    });
  }

  /** Types at the end of the text. */
  type(path: string, insert: string): void {
    const at = this.workbench.textOf(path)?.length ?? 0;
    this.replace(path, at, at, insert);
  }

  replace(path: string, from: number, to: number, insert: string): void {
    const before = this.workbench.textOf(path) ?? '';
    const after = before.slice(0, from) + insert + before.slice(to);
    const cursor = { line: 1, column: 1 };
    this.workbench.handleChange(path, { changes: [{ from, to, insert }], text: () => after, cursor });
  }

  /** It is gone without having been asked: it hears nothing more, holds nothing, and its clock stands still. */
  crash(): void {
    for (const socket of this.#sockets) socket.terminate();
    this.#claims?.letGo();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.workbench.dispose();
    await this.drafts.close();
  }
}
