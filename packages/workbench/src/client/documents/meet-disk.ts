import type { OpenDocument } from './document.js';

export interface DiskText {
  readonly text: string;
  readonly version: string;
}

/**
 * What became of a document that learned what the disk has. `clean`: the student's text is the disk's. `replaced`: the
 * document was clean, and has the disk's text now. `rebased`: the disk has what was saved last, and the student has
 * typed on. `conflict`: the student has to choose.
 */
export type Meeting = 'same' | 'clean' | 'replaced' | 'rebased' | 'conflict';

export function meetDisk(doc: OpenDocument, disk: DiskText): Meeting {
  const meeting = meetingOf(doc, disk);
  doc.lostAttempt = undefined;
  if (meeting === 'conflict') {
    doc.show({ deleted: false, conflict: { disk: disk.text, version: disk.version, saving: doc.saveWanted } });
    return meeting;
  }
  // Of a known version, the text is known: the daemon may have written it with the line ends of the file.
  if (disk.version !== doc.version || doc.base === null) doc.base = disk.text;
  doc.version = disk.version;
  if (meeting === 'replaced') doc.setText(disk.text);
  doc.show({ deleted: false, conflict: null, dirty: meeting === 'rebased' || (meeting === 'same' && doc.differs()) });
  return meeting;
}

function meetingOf(doc: OpenDocument, disk: DiskText): Meeting {
  if (disk.version === doc.version || disk.text === doc.base) return 'same';
  if (disk.text.length === doc.length && disk.text === doc.text()) return 'clean';
  if (!doc.shown.dirty) return 'replaced';
  return disk.text === doc.lostAttempt ? 'rebased' : 'conflict';
}
