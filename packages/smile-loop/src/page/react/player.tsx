import { useEffect, useState } from 'react';
import type { RecordedEvent } from '../../contract/observe-events.js';
import { durationOf } from '../view/words.js';

interface PlayerProps {
  readonly events: readonly RecordedEvent[];
  /** How many of them have happened. */
  readonly place: number;
  onMove(place: number): void;
}

/** Milliseconds between two events when a run is played: recorded pauses, cut to what one likes to wait. */
const SHORTEST_MS = 60;
const LONGEST_MS = 800;

/** Goes through a recorded run: by its slider, a step at a time, or by letting it play. */
export function Player({ events, place, onMove }: PlayerProps) {
  const { isPlaying, toggle, pause } = usePlaying({ events, place, onMove });
  const moveTo = (to: number) => {
    pause();
    onMove(to);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="player" role="group" aria-label="Recording">
      <button type="button" onClick={toggle}>
        {isPlaying ? 'Pause' : 'Play'}
      </button>
      <button
        type="button"
        className="step"
        aria-label="Step back"
        disabled={place === 0}
        onClick={() => moveTo(place - 1)}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <button
        type="button"
        className="step"
        aria-label="Step forward"
        disabled={place >= events.length}
        onClick={() => moveTo(place + 1)}
      >
        <span aria-hidden="true">›</span>
      </button>
      <input
        type="range"
        min={0}
        max={events.length}
        value={place}
        aria-label="Place in the recording"
        aria-valuetext={`Event ${place} of ${events.length}, after ${timeAt(events, place)}`}
        onChange={({ target }) => moveTo(Number(target.value))}
      />
      <span className="place" aria-hidden="true">
        {timeAt(events, place)}
      </span>
    </div>
  );
}

function usePlaying({ events, place, onMove }: PlayerProps) {
  const [isPlaying, setPlaying] = useState(false);
  useEffect(() => {
    if (!isPlaying) return;
    if (place >= events.length) return setPlaying(false);
    const timer = setTimeout(() => onMove(place + 1), pauseAfter(events, place));
    return () => clearTimeout(timer);
  }, [isPlaying, place, events, onMove]);
  return {
    isPlaying,
    pause: () => setPlaying(false),
    toggle() {
      if (!isPlaying && place >= events.length) onMove(0);
      setPlaying(!isPlaying);
    },
  };
}

function timeAt(events: readonly RecordedEvent[], place: number): string {
  const [first, now] = [events[0], events[place - 1]];
  return durationOf(first === undefined || now === undefined ? 0 : Date.parse(now.at) - Date.parse(first.at));
}

function pauseAfter(events: readonly RecordedEvent[], place: number): number {
  const [now, next] = [events[place - 1], events[place]];
  if (now === undefined || next === undefined) return SHORTEST_MS;
  const recorded = Date.parse(next.at) - Date.parse(now.at);
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Number.isFinite(recorded) ? recorded : SHORTEST_MS));
}
