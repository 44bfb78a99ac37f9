import { useSelected } from '../context.js';
import { useSettled } from '../parts/use-settled.js';

/** An agent that is just starting is not absent: milliseconds. */
const TELL_AFTER_MS = 1500;

/** Says so where no agent coaches: there is none, or it is one that cannot. */
export function CoachAbsence() {
  const isAbsent = useSelected((state) => state.connection.status === 'open' && state.sessionId === null);
  const isTold = useSettled(isAbsent, TELL_AFTER_MS);
  return (
    <span role="status" className="wb-no-coach">
      {isTold && 'No coach here'}
    </span>
  );
}
