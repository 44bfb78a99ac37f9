import type { ObserverSignal } from '@agent-factory/protocol/coach';
import { useSelected, useWorkbench } from '../context.js';
import { PartHelp } from './PartHelp.js';

/** Why it has spoken, behind "The last time, ". */
const REASONS: Readonly<Record<ObserverSignal, string>> = {
  wrong_file: 'you were in another file than the step is about.',
  scope_drift: 'your work went beyond the step.',
  idle: 'nothing had happened for a while.',
  phase_complete: 'the step looked done.',
  edit_loop: 'the same lines kept changing to and fro.',
};

/** Whether the coach may speak unasked; only in a session, and not for who has turned it off for good. */
export function ObserverSwitch() {
  const workbench = useWorkbench();
  const observer = useSelected((state) => state.mind.observer);
  const isOff = useSelected((state) => state.mind.parts?.observer.enabled === false);
  if (observer === null || !observer.active || isOff) return null;
  const { muted, nudged } = observer;
  return (
    <section className="wb-section" aria-label="Unasked help">
      <label className="wb-check">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells by itself whether it is checked
          role="switch"
          checked={!muted}
          onChange={({ target }) => workbench.muteObserver(!target.checked)}
        />
        Speaks up when it can help
      </label>
      <p className="practice-muted" role="status">
        {muted && 'Muted: it waits until you ask.'}
        {!muted && nudged !== null && `The last time, ${REASONS[nudged]}`}
      </p>
      <PartHelp part="observer" isFolded />
    </section>
  );
}
