import type { LeftText } from '../drafts/left-texts.js';
import type { OnDisk } from '../drafts/stored-draft.js';
import type { OpenDocument } from './document.js';
import type { DocumentsHost } from './host.js';

/** Makes this the unsaved text of a document. If the disk has another version than it was made of, both are shown. */
export function goOnWith(doc: OpenDocument, left: LeftText, disk: OnDisk): void {
  const dirty = disk?.text !== left.text;
  doc.setText(left.text);
  doc.show({ dirty, deleted: disk === null });
  if (dirty && disk !== null && disk.version !== left.version) {
    doc.base = null; // what the text was made of is not there any more
    doc.version = left.version;
    doc.show({ conflict: { disk: disk.text, version: disk.version, saving: false } });
  }
  doc.parts.keeper.handleRestored(left);
  doc.parts.feed.forgetSent(doc.typed);
}

/**
 * Replaces the text by the one that this window has left. Not while the document and the disk are at odds, or while it
 * is being saved: false.
 */
export function takeOther(doc: OpenDocument, window: string, host: DocumentsHost): boolean {
  const other = otherOf(doc, window);
  if (other === undefined || doc.conflict !== null || doc.attempt !== undefined) return false;
  const { base, version } = doc;
  doc.saveWanted = false; // it was wanted for the other text
  goOnWith(doc, other, base === null || version === null ? null : { text: base, version });
  if (!doc.shown.dirty) doc.parts.keeper.forget(doc.version, doc.length);
  forgetOther(doc, window);
  host.emit({ type: 'document.replaced', path: doc.path, text: other.text });
  return true;
}

/** Gives up the text that this window has left. */
export function discardOther(doc: OpenDocument, window: string): void {
  if (otherOf(doc, window) === undefined) return;
  doc.parts.keeper.drop(window);
  forgetOther(doc, window);
}

function otherOf({ shown }: OpenDocument, window: string): LeftText | undefined {
  return shown.others.find((other) => other.window === window);
}

function forgetOther(doc: OpenDocument, window: string): void {
  doc.show({ others: doc.shown.others.filter((other) => other.window !== window) });
}
