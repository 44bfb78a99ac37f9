import { type KeyboardEvent, useState } from 'react';
import type { Muted, NudgeControl } from '../../client/nudges/nudge-control.js';
import { Icon } from '../parts/icons.js';
import { isFocusLost } from '../parts/use-lost-focus.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import { MUTE_WORDS } from './words.js';

interface NudgeCardProps {
  readonly control: NudgeControl;
  /** The end of the terminal at which it covers the least. */
  readonly place: 'top' | 'foot';
  /** The student has answered: the focus goes on from here. */
  readonly onDone: () => void;
}

/** Offers a hand to who is still for long. It takes neither the focus nor any room: it lies over the terminal. */
export function NudgeCard({ control, place, onDone }: NudgeCardProps) {
  const { offered, problem, sending } = useSnapshot(control);
  const [isMuting, setMuting] = useState(false);
  if (offered === undefined) return null;

  const done = async (answer: Promise<void>) => {
    await answer;
    // A student who has gone on elsewhere meanwhile is left there.
    if (control.getSnapshot().offered === undefined && isFocusLost()) onDone();
  };
  const close = () => void done(control.close());
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  return (
    <section className="practice-nudge" data-place={place} aria-label="Suggestions" onKeyDown={closeOnEscape}>
      {problem ? (
        <p className="practice-nudge-problem" role="alert">
          {problem.message}
        </p>
      ) : (
        <p className="practice-nudge-words">Stuck? Your tutor can go on:</p>
      )}
      {!problem?.isFinal && (
        <ul className="practice-nudge-prompts">
          {offered.prompts.map((prompt, index) => (
            <li key={prompt}>
              <button
                type="button"
                className="practice-action"
                data-kind={index === 0 ? 'primary' : 'plain'}
                aria-disabled={sending !== undefined}
                onClick={() => void done(control.answer(prompt))}
              >
                {sending === prompt && <span className="practice-spinner" aria-hidden="true" />}
                {prompt}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="practice-nudge-end">
        <button type="button" className="practice-nudge-quiet" onClick={close}>
          {problem?.isFinal ? 'Close' : 'Not now'}
        </button>
        <button
          type="button"
          className="practice-icon-button"
          aria-label="No more suggestions"
          aria-expanded={isMuting}
          title="No more suggestions"
          onClick={() => setMuting(!isMuting)}
        >
          <Icon name="more" />
        </button>
      </div>
      {isMuting && <MuteButtons onMute={(muted) => void done(control.mute(muted))} />}
    </section>
  );
}

function MuteButtons({ onMute }: { readonly onMute: (muted: Muted) => void }) {
  return (
    <div className="practice-nudge-mutes">
      {MUTE_WORDS.map(([muted, words]) => (
        <button key={muted} type="button" className="practice-nudge-quiet" onClick={() => onMute(muted)}>
          {words}
        </button>
      ))}
    </div>
  );
}
