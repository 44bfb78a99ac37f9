import { useEffect, useId, useRef } from 'react';
import { type Player, SPEEDS, type Speed } from '../../client/recordings/player.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import { clockWords } from './words.js';

/** Step of the slider in milliseconds. */
const SLIDER_STEP_MS = 100;

/** Plays, pauses, goes elsewhere, changes the speed. */
export function ReplayControls({ player }: { readonly player: Player }) {
  const { isPlaying, positionMs, durationMs, speed, skipsIdle } = useSnapshot(player);
  const play = useRef<HTMLButtonElement>(null);
  const helpId = useId();
  useEffect(() => play.current?.focus(), []);
  // A slider stops at whole steps, so its end is one, too.
  const end = Math.ceil(durationMs / SLIDER_STEP_MS) * SLIDER_STEP_MS;
  const time = `${clockWords(positionMs)} of ${clockWords(durationMs)}`;
  return (
    <div className="practice-replay-controls">
      <button
        ref={play}
        type="button"
        className="practice-action practice-replay-play"
        data-kind="primary"
        aria-describedby={helpId}
        onClick={() => player.toggle()}
      >
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <input
        className="practice-replay-slider"
        type="range"
        min={0}
        max={end}
        step={SLIDER_STEP_MS}
        value={positionMs >= durationMs ? end : positionMs}
        aria-label="Position"
        aria-valuetext={time}
        onChange={({ target }) => void player.seek(Number(target.value))}
      />
      <span className="practice-replay-time" aria-hidden="true">
        {time}
      </span>
      <label className="practice-replay-field">
        Speed
        <select
          className="practice-input"
          value={speed}
          onChange={({ target }) => player.setSpeed(Number(target.value) as Speed)}
        >
          {SPEEDS.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
      </label>
      <label className="practice-replay-field">
        <input
          className="practice-checkbox"
          type="checkbox"
          checked={skipsIdle}
          onChange={({ target }) => player.setSkipsIdle(target.checked)}
        />
        Skip idle time
      </label>
      <p id={helpId} className="practice-visually-hidden">
        Space plays and pauses, the left and right arrow keys go 5 seconds back and forward, plus and minus change the
        speed.
      </p>
    </div>
  );
}
