import type { RecordingView } from '../../client/recordings/recording-control.js';

interface RecordingBadgeProps {
  readonly view: RecordingView;
  readonly onStop: () => void;
}

/** Says that the session is being recorded, for as long as it is, and stops that. Announced when it changes. */
export function RecordingBadge({ view: { on }, onStop }: RecordingBadgeProps) {
  return (
    <span className="practice-recording-badge" data-on={on !== undefined}>
      <span role="status" className="practice-recording-words">
        {on && <span className="practice-recording-dot" aria-hidden="true" />}
        {on && (on.withInput ? 'Recording, with your keys' : 'Recording')}
      </span>
      {on && (
        <button type="button" className="practice-recording-stop" aria-label="Stop recording" onClick={onStop}>
          Stop
        </button>
      )}
    </span>
  );
}
