import type { FileContent } from '@agent-factory/protocol/coach';
import { localProblem } from '../coach/problems.js';
import { type SortedTexts, sortTexts } from '../drafts/left-texts.js';
import type { OnDisk } from '../drafts/stored-draft.js';
import type { RemainsOfWindow } from '../drafts/window-drafts.js';
import type { FileProblem } from '../state.js';
import type { OpenDocument } from './document.js';
import type { DocumentsHost } from './host.js';
import { goOnWith } from './other-texts.js';

/** What came of asking for a file: its content, or why there is none. */
export type Answer = { readonly content: FileContent } | { readonly problem: FileProblem };

/** Gives a document its first text: that of the disk, or what an earlier page has left unsaved. */
export function beginDocument(
  doc: OpenDocument,
  answer: Answer,
  remains: readonly RemainsOfWindow[],
  host: DocumentsHost,
): void {
  const content = 'content' in answer ? answer.content : undefined;
  const disk = content === undefined ? null : { text: content.content, version: content.version };
  // What cannot be read may still be what the texts were made of.
  const isKnown = !('problem' in answer) || answer.problem.code === 'file_not_found';
  const texts = isKnown ? leftTexts(doc, remains, disk, host) : NO_TEXTS;
  if ('problem' in answer && texts.first === undefined) {
    doc.fail(answer.problem);
    return;
  }
  doc.show({ ...(content && { language: content.language, readOnly: content.readOnly ?? false }) });
  fill(doc, texts, disk);
  host.emit({ type: 'document.opened', path: doc.path, text: doc.text(), restored: doc.shown.dirty });
  if (doc.place !== undefined) host.emit({ type: 'reveal', path: doc.path, at: doc.place });
  doc.place = undefined;
}

type LeftTexts = Pick<SortedTexts, 'first' | 'others'>;

const NO_TEXTS: LeftTexts = { first: undefined, others: [] };

function fill(doc: OpenDocument, { first, others }: LeftTexts, disk: OnDisk): void {
  doc.base = disk?.text ?? null;
  doc.version = disk?.version ?? null;
  doc.parts.keeper.begin(doc.version, disk?.text.length ?? 0);
  if (first === undefined) doc.setText(disk?.text ?? '');
  else goOnWith(doc, first, disk);
  doc.show({ status: 'ready', problem: null, others });
}

/** Those that the student has not saved; the rest is of no use, and goes. */
function leftTexts(
  doc: OpenDocument,
  remains: readonly RemainsOfWindow[],
  disk: OnDisk,
  host: DocumentsHost,
): LeftTexts {
  const { keeper } = doc.parts;
  const { first, others, settled, lost } = sortTexts(remains, disk, keeper.window);
  for (const window of [...settled, ...lost]) keeper.drop(window);
  if (lost.length > 0) host.tell(localProblem('draft_lost', doc.path));
  return { first, others };
}
