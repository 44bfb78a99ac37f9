import { useEffect, useState } from 'react';
import type { PasteState, Pastes } from '../../client/pastes/pastes.js';
import { useSnapshot } from '../parts/use-snapshot.js';

/** A paste that is done within this many milliseconds needs no words. */
const SHOW_AFTER_MS = 1000;
const BYTES_PER_MB = 1_000_000;

/** The progress of a large paste, and a button to stop it. */
export function PasteProgress({ pastes }: { readonly pastes: Pastes }) {
  const state = useSnapshot(pastes);
  const isSlow = useLongerThan(SHOW_AFTER_MS, state.status === 'under_way');
  return (
    <>
      {/* There before its words: few screen readers read a region that appears together with them. */}
      <p className="practice-visually-hidden" role="status">
        {isSlow && 'Pasting…'}
      </p>
      {isSlow && <Progress state={state} onCancel={() => pastes.cancel()} />}
    </>
  );
}

interface ProgressProps {
  readonly state: PasteState;
  readonly onCancel: () => void;
}

function Progress({ state, onCancel }: ProgressProps) {
  if (state.status === 'none') return null;
  const { sentBytes, totalBytes } = state;
  const isSent = totalBytes > 0 && sentBytes === totalBytes;
  return (
    <div className="practice-pill practice-paste">
      <span aria-hidden="true">Pasting…</span>
      <progress aria-label="Paste" max={totalBytes || 1} value={sentBytes} />
      <span aria-hidden="true">{`${inMegabytes(sentBytes)} of ${inMegabytes(totalBytes)} MB`}</span>
      {!isSent && (
        <button type="button" className="practice-action" onClick={onCancel}>
          Cancel
        </button>
      )}
    </div>
  );
}

function inMegabytes(bytes: number): string {
  return (bytes / BYTES_PER_MB).toFixed(1);
}

/** Whether something has been true for longer than this. */
function useLongerThan(ms: number, isSo: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isSo) return;
    const timer = setTimeout(() => setLong(true), ms);
    return () => clearTimeout(timer);
  }, [ms, isSo]);
  return isSo && isLong;
}
