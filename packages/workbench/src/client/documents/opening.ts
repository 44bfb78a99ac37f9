import type { FileContent } from '@agent-factory/protocol/coach';
import { localProblem } from '../coach/problems.js';
import { type Draft, draftIn, type OnDisk, type Remains } from '../drafts/stored-draft.js';
import type { FileProblem } from '../state.js';
import type { OpenDocument } from './document.js';
import type { DocumentsHost } from './host.js';

/** What came of asking for a file: its content, or why there is none. */
export type Answer = { readonly content: FileContent } | { readonly problem: FileProblem };

/** Gives a document its first text: that of the disk, or what an earlier page has left unsaved. */
export function beginDocument(doc: OpenDocument, answer: Answer, remains: Remains, host: DocumentsHost): void {
  const disk = 'content' in answer ? { text: answer.content.content, version: answer.content.version } : null;
  const draft = usableDraft(doc, remains, disk, host);
  if ('problem' in answer && (draft === undefined || answer.problem.code !== 'file_not_found')) {
    doc.fail(answer.problem);
    return;
  }
  if ('content' in answer) {
    const { language, readOnly = false } = answer.content;
    doc.show({ language, readOnly });
  }
  doc.base = disk?.text ?? null;
  doc.version = disk?.version ?? null;
  doc.parts.keeper.begin(doc.version, disk?.text.length ?? 0);
  doc.setText(draft?.text ?? disk?.text ?? '');
  doc.show({ status: 'ready', problem: null });
  if (draft !== undefined) restore(doc, draft, disk);
  host.emit({ type: 'document.opened', path: doc.path, text: doc.text(), restored: doc.shown.dirty });
  if (doc.place !== undefined) host.emit({ type: 'reveal', path: doc.path, at: doc.place });
  doc.place = undefined;
}

function usableDraft(doc: OpenDocument, remains: Remains, disk: OnDisk, host: DocumentsHost): Draft | undefined {
  const draft = draftIn(remains, disk);
  if (draft !== 'lost') return draft;
  host.tell(localProblem('draft_lost', doc.path));
  doc.parts.keeper.forget(disk?.version ?? null, disk?.text.length ?? 0);
  return undefined;
}

function restore(doc: OpenDocument, draft: Draft, disk: OnDisk): void {
  const { keeper, feed } = doc.parts;
  if (disk?.text === draft.text) {
    keeper.forget(disk.version, disk.text.length);
    return;
  }
  doc.show({ dirty: true, deleted: disk === null });
  if (disk !== null && disk.version !== draft.version) {
    doc.base = null; // what the draft was made of is not there any more
    doc.version = draft.version;
    doc.show({ conflict: { disk: disk.text, version: disk.version, saving: false } });
  }
  keeper.handleReplaced();
  feed.forgetSent(doc.typed);
}
