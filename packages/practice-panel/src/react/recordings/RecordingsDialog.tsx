import type { Recording } from '@agent-factory/protocol/recordings';
import { useEffect, useId, useRef, useState } from 'react';
import { RecordingList, type RecordingListState, recordingFileName } from '../../client/recordings/recording-list.js';
import { usePracticeClient } from '../context.js';
import { ConfirmDialog } from '../parts/ConfirmDialog.js';
import { saveFile } from '../parts/save-file.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import type { Theme } from '../props.js';
import { RecordingRow } from './RecordingRow.js';
import { ReplayDialog } from './ReplayDialog.js';
import { bytesWords, startWords } from './words.js';

interface RecordingsDialogProps {
  readonly theme: Theme;
  /** The daemon whose recordings these are. */
  readonly serverUrl: string;
  readonly onClose: () => void;
}

/** All recordings on this computer: to replay, to save elsewhere, to delete. */
export function RecordingsDialog({ theme, serverUrl, onClose }: RecordingsDialogProps) {
  const { server } = usePracticeClient();
  const [list] = useState(() => new RecordingList(server));
  const state = useSnapshot(list);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [replayed, setReplayed] = useState<Recording>();
  const [asked, setAsked] = useState<Recording>();
  useEffect(() => {
    dialog.current?.showModal();
    void list.load();
  }, [list]);
  return (
    <dialog
      ref={dialog}
      className="practice-dialog practice-recordings"
      aria-labelledby={titleId}
      onClose={closing(onClose)}
    >
      <h3 id={titleId}>Recordings</h3>
      <p role="status" className="practice-muted">
        {state.said} {summaryOf(state)}
      </p>
      {state.status === 'loaded' && (
        <ul className="practice-recordings-list" aria-label="Recordings on this computer">
          {state.list.recordings.map((recording) => (
            <RecordingRow
              key={recording.id}
              recording={recording}
              onReplay={() => setReplayed(recording)}
              onSave={() => void save(list, recording)}
              onDelete={() => setAsked(recording)}
            />
          ))}
        </ul>
      )}
      <div className="practice-dialog-actions">
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {asked && <DeleteDialog recording={asked} list={list} onClose={() => setAsked(undefined)} />}
      {replayed && (
        <ReplayDialog
          recording={replayed}
          list={list}
          theme={theme}
          serverUrl={serverUrl}
          onClose={() => setReplayed(undefined)}
        />
      )}
    </dialog>
  );
}

/** The close event of a dialog inside bubbles in React, as it does not in the page. */
function closing(onClose: () => void) {
  return ({ target, currentTarget }: { target: EventTarget; currentTarget: EventTarget }) => {
    if (target === currentTarget) onClose();
  };
}

interface DeleteDialogProps {
  readonly recording: Recording;
  readonly list: RecordingList;
  readonly onClose: () => void;
}

function DeleteDialog({ recording, list, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title="Delete this recording?"
      keep="Keep it"
      confirm="Delete it"
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void list.delete(recording);
      }}
    >
      {`The recording of ${recording.exerciseId} from ${startWords(recording.startedAt)} will be gone for good. Save it first if you may want it again.`}
    </ConfirmDialog>
  );
}

function summaryOf(state: RecordingListState): string {
  if (state.status === 'loading') return 'Looking for recordings…';
  if (state.status === 'failed') return `The recordings cannot be listed. ${state.error.message}`;
  const { recordings, bytes, limitBytes } = state.list;
  if (recordings.length === 0)
    return 'There are none yet. In an exercise, More and then Record this session makes one.';
  const count = recordings.length === 1 ? '1 recording' : `${recordings.length} recordings`;
  return `${count}, ${bytesWords(bytes)} of ${bytesWords(limitBytes)}.`;
}

async function save(list: RecordingList, recording: Recording): Promise<void> {
  const file = await list.file(recording);
  if (file !== undefined) saveFile(file, recordingFileName(recording));
}
