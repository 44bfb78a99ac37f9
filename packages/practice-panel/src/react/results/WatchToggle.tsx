import type { WorkWatch } from '../../client/journey/work-watch.js';

interface WatchToggleProps {
  readonly isOn: boolean;
  readonly watch: WorkWatch;
}

/** Turns check on save on or off. */
export function WatchToggle({ isOn, watch }: WatchToggleProps) {
  return (
    <label className="practice-watch-toggle">
      <input
        className="practice-checkbox"
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => (target.checked ? watch.start() : watch.stop())}
      />
      Check on save
    </label>
  );
}
