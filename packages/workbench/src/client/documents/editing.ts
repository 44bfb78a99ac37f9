import { growthBy } from '../changes/changes.js';
import type { Edit } from '../state.js';
import type { OpenDocument } from './document.js';

/** What the student has typed goes into the document, to the daemon and into the browser. True if the tab looks new. */
export function editDocument(doc: OpenDocument, { changes, text, cursor, selections = [] }: Edit): boolean {
  if (changes.length === 0) return false;
  const wasDirty = doc.shown.dirty;
  doc.edit(text, growthBy(changes), cursor, selections);
  const dirty = doc.differs();
  doc.show({ dirty });
  const { feed, keeper } = doc.parts;
  feed.handleChanges(changes, doc.typed);
  if (dirty) keeper.handleChanges(changes);
  else keeper.forget(doc.version, doc.length);
  return dirty !== wasDirty;
}
