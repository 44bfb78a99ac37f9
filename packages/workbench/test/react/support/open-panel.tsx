import 'fake-indexeddb/auto';
import { request } from 'node:http';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../../src/client/clock.js';
import type { PlainSocket } from '../../../src/client/connection/socket.js';
import { Drafts } from '../../../src/client/drafts/drafts.js';
import type { StoredDraft } from '../../../src/client/drafts/stored-draft.js';
import type { Fetch } from '../../../src/client/rest/send.js';
import { Workbench } from '../../../src/client/workbench.js';
import { layoutMemory, parseLayout } from '../../../src/react/layout/layout-memory.js';
import type { WorkbenchPanelProps } from '../../../src/react/props.js';
import { editorSettings, parseEditorSettings } from '../../../src/react/settings/editor-settings.js';
import { WorkbenchPanel } from '../../../src/react/WorkbenchPanel.js';
import { giveSize } from './layout.js';
import { PanelDaemon, type PanelDaemonOptions } from './panel-daemon.js';

/** Other programs have the machine for seconds at times. */
configure({ asyncUtilTimeout: 15_000 });

/** The page of a lesson, if anything. */
const ELSEWHERE = location.href;

/** Moves the page without loading anything. */
export function goTo(address: string): void {
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(address);
}

const opened: (AsyncDisposable | Disposable)[] = [];

/** What a test has opened, and what a page has remembered, is gone after it. */
afterEach(async () => {
  cleanup();
  for (const each of opened.splice(0).reverse()) {
    if (Symbol.asyncDispose in each) await each[Symbol.asyncDispose]();
    else each[Symbol.dispose]();
  }
  localStorage.clear();
  goTo(ELSEWHERE);
  layoutMemory.change(parseLayout(null));
  editorSettings.change(parseEditorSettings(null));
});

export interface OpenPanelOptions extends PanelDaemonOptions {
  readonly width?: number;
  readonly props?: Partial<WorkbenchPanelProps>;
  /** Unsaved texts that windows of earlier have left. */
  readonly left?: readonly StoredDraft[];
  /** Whether the page is one of the daemon's own. */
  readonly isOwnPage?: boolean;
  /** The kata that the page begins with. */
  readonly kataId?: string;
}

export interface OpenPanel {
  readonly daemon: PanelDaemon;
  readonly workbench: Workbench;
}

/** The panel in a page, connected to a daemon whose project it shows. */
export async function openPanel({
  width = 1440,
  props = {},
  left = [],
  isOwnPage = false,
  kataId,
  ...options
}: OpenPanelOptions = {}): Promise<OpenPanel> {
  giveSize(width, 800);
  const daemon = await PanelDaemon.start(options);
  opened.push(daemon);
  if (isOwnPage) goTo(`${daemon.url}/workbench/`);
  const workbench = makeWorkbench(daemon);
  if (kataId !== undefined) workbench.openKata(kataId);
  const drafts = new Drafts({ clock: systemClock, storage: undefined });
  for (const draft of left) await drafts.write(draft);
  await drafts.close();
  render(<WorkbenchPanel workbench={workbench} theme="light" terminal={<p>The terminal</p>} {...props} />);
  await screen.findByText('shop');
  return { daemon, workbench };
}

export function makeWorkbench(daemon: PanelDaemon, projectId = 'folder--0123456789'): Workbench {
  globalThis.indexedDB = new IDBFactory();
  const workbench = new Workbench({
    url: daemon.socketUrl,
    serverUrl: daemon.url,
    projectId,
    openSocket: (address) => new WebSocket(address) as PlainSocket,
    fetch: plainFetch,
  });
  opened.push({ [Symbol.dispose]: () => workbench.dispose() });
  return workbench;
}

/** As `fetch` of a page of the same origin, which this one is not. */
const plainFetch: Fetch = (url, { method = 'GET', body, headers }) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method, headers: headers as Record<string, string>, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('end', () =>
        resolve(new Response(Buffer.concat(chunks).toString(), { status: answer.statusCode ?? 500 })),
      );
    });
    sent.on('error', reject);
    sent.end(body as string | undefined);
  });
