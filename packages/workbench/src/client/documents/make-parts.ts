import { localProblem } from '../coach/problems.js';
import { DraftKeeper } from '../drafts/draft-keeper.js';
import type { RemainsOfWindow, WindowDrafts } from '../drafts/window-drafts.js';
import { BufferFeed } from './buffer-feed.js';
import type { DocumentParts, OpenDocument } from './document.js';
import type { DocumentsHost } from './host.js';

const NOTHING_LEFT: readonly RemainsOfWindow[] = [];

/** What a document tells the daemon with, and where it keeps what is unsaved. */
export function makeParts(
  path: string,
  document: () => OpenDocument,
  place: { readonly host: DocumentsHost; readonly drafts: WindowDrafts },
): DocumentParts {
  const { host, drafts } = place;
  return {
    feed: new BufferFeed(path, host, host.clock),
    keeper: new DraftKeeper({
      ...{ drafts, path, clock: host.clock },
      now: () => ({ text: document().text(), version: document().version }),
      onFailure: (error) => host.tell(localProblem(isFull(error) ? 'drafts_full' : 'drafts_unavailable')),
    }),
    remains: drafts.read(path).catch(() => {
      host.tell(localProblem('drafts_unavailable')); // whatever the browser's reason is, it means this
      return NOTHING_LEFT;
    }),
  };
}

/** The browser's word for having no room. */
function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
