import type { WorkWatch } from '../../client/journey/work-watch.js';

interface WatchToggleProps {
  readonly isOn: boolean;
  readonly watch: WorkWatch;
}

/** Has the work checked at every save, or no longer. */
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
