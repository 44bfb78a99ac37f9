import { useState } from 'react';
import { useSelected, useWorkbench } from '../context.js';
import { Dialog } from '../parts/Dialog.js';
import { usePassedFocus } from '../parts/pass-focus.js';
import { PartHelp } from './PartHelp.js';

/** Ends the session, where there is one and somebody who wraps it up. */
export function EndSession() {
  const canEnd = useSelected(
    ({ sessionId, mind }) => sessionId !== null && mind.observer !== null && mind.ended?.status !== 'asked',
  );
  return canEnd && <EndButton />;
}

function EndButton() {
  const workbench = useWorkbench();
  const [asking, setAsking] = useState(false);
  const place = usePassedFocus<HTMLDivElement>();
  const end = () => {
    setAsking(false);
    workbench.endSession();
  };
  return (
    <div ref={place}>
      <button type="button" className="practice-action" onClick={() => setAsking(true)}>
        I’m done for now
      </button>
      {asking && (
        <Dialog
          title="Done for now?"
          leave="Go on"
          choices={[{ label: 'End the session', kind: 'primary', run: end }]}
          onLeave={() => setAsking(false)}
        >
          <p>The coach looks at what you have done, and keeps what helps the next time. Your files stay as they are.</p>
          <PartHelp part="wrap_up" />
        </Dialog>
      )}
    </div>
  );
}
