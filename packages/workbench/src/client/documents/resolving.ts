import type { OpenDocument } from './document.js';
import type { DocumentsHost } from './host.js';

/** The student's text, that of the disk, or one made of both. */
export type Choice = 'mine' | 'disk' | { readonly text: string };

/** Ends a conflict: from now on the text is made of what the disk has. False if there is none that is known in full. */
export function resolveConflict(doc: OpenDocument, choice: Choice, host: DocumentsHost): boolean {
  const { conflict } = doc;
  if (conflict === null || conflict.disk === null) return false;
  doc.base = conflict.disk;
  doc.version = conflict.version;
  if (choice !== 'mine') replaceText(doc, choice === 'disk' ? conflict.disk : choice.text, host);
  doc.show({ conflict: null, dirty: doc.differs() });
  const { keeper } = doc.parts;
  if (doc.shown.dirty) keeper.handleRebased();
  else keeper.forget(doc.version, doc.length);
  return true;
}

function replaceText(doc: OpenDocument, text: string, host: DocumentsHost): void {
  doc.setText(text);
  doc.parts.keeper.handleReplaced();
  doc.parts.feed.forgetSent(doc.typed);
  host.emit({ type: 'document.replaced', path: doc.path, text });
}
