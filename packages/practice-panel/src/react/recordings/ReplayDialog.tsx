import type { Recording } from '@agent-factory/protocol/recordings';
import { useEffect, useId, useRef, useState } from 'react';
import type { Cast } from '../../client/recordings/cast.js';
import type { RecordingList } from '../../client/recordings/recording-list.js';
import { prepareWidths } from '../../terminal/widths/widths.js';
import type { Theme } from '../props.js';
import type * as Replay from './Replay.js';
import { startWords } from './words.js';

interface ReplayDialogProps {
  readonly recording: Recording;
  readonly list: RecordingList;
  readonly theme: Theme;
  readonly serverUrl: string;
  readonly onClose: () => void;
}

type Loading =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'loaded'; readonly cast: Cast; readonly module: typeof Replay };

/** A recording, played. What plays it is loaded only now. */
export function ReplayDialog({ recording, list, theme, serverUrl, onClose }: ReplayDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const loading = useReplay(recording, list, serverUrl);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="practice-dialog practice-replay" aria-labelledby={titleId} onClose={onClose}>
      <div className="practice-replay-head">
        <h3 id={titleId}>
          Replay of {recording.exerciseId}, {startWords(recording.startedAt)}
        </h3>
        <button type="button" className="practice-action" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
      {loading.status === 'loading' && <p role="status">Loading the recording…</p>}
      {loading.status === 'failed' && (
        <p role="status">
          The recording cannot be played: it, or what plays it, did not arrive. Close this and try again.
        </p>
      )}
      {loading.status === 'loaded' && <loading.module.Replay cast={loading.cast} theme={theme} serverUrl={serverUrl} />}
    </dialog>
  );
}

function useReplay(recording: Recording, list: RecordingList, serverUrl: string): Loading {
  const [loading, setLoading] = useState<Loading>({ status: 'loading' });
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<Loading> => {
      const [cast, module] = await Promise.all([list.cast(recording), import('./Replay.js'), prepareWidths(serverUrl)]);
      return cast === undefined ? { status: 'failed' } : { status: 'loaded', cast, module };
    };
    load()
      .catch((): Loading => ({ status: 'failed' }))
      .then((loaded) => isCurrent && setLoading(loaded));
    return () => {
      isCurrent = false;
    };
  }, [recording, list, serverUrl]);
  return loading;
}
