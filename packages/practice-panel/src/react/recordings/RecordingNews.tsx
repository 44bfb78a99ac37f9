import type { RecordingView } from '../../client/recordings/recording-control.js';
import { Icon } from '../parts/icons.js';
import { END_WORDS } from './words.js';

interface RecordingNewsProps {
  readonly news: RecordingView['news'];
  readonly onShow: () => void;
  readonly onDismiss: () => void;
}

/** Why a recording has ended too soon, or there is none, until the student has seen it. */
export function RecordingNews({ news, onShow, onDismiss }: RecordingNewsProps) {
  return (
    <div role="status" className="practice-recording-news">
      {news && (
        <div className="practice-notice" data-tone="warning">
          <Icon name="info" />
          <div className="practice-notice-body">
            <p>{'problem' in news ? `Recording did not work. ${news.problem}` : END_WORDS[news.endedBy]}</p>
          </div>
          <button type="button" className="practice-action" onClick={onShow}>
            Show recordings
          </button>
          <button
            type="button"
            className="practice-icon-button"
            aria-label="Dismiss the news of the recording"
            onClick={onDismiss}
          >
            <Icon name="cross" />
          </button>
        </div>
      )}
    </div>
  );
}
