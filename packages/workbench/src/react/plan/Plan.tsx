import type { Phase } from '@agent-factory/protocol/coach';
import { useSelected } from '../context.js';
import { PlanNotes } from '../mind/PlanNotes.js';
import { Icon } from '../parts/icons.js';
import { PHASE_WORDS } from './phase-words.js';

/** The steps of the plan, and which one is now. */
export function Plan() {
  const phases = useSelected((state) => state.phases);
  if (phases.length === 0) return null;
  const done = phases.filter(({ status }) => status === 'complete').length;
  return (
    <section className="wb-section" aria-label="Plan">
      <h4>
        Plan <span className="practice-muted">{`${done} of ${phases.length} done`}</span>
      </h4>
      <PlanNotes />
      <ol className="wb-phases">
        {phases.map((phase) => (
          <PhaseItem key={phase.id} phase={phase} />
        ))}
      </ol>
    </section>
  );
}

function PhaseItem({ phase: { number, title, description, status } }: { readonly phase: Phase }) {
  return (
    <li className="wb-phase" data-status={status} aria-current={status === 'active' ? 'step' : undefined}>
      <span className="wb-phase-sign" aria-hidden="true">
        {status === 'complete' ? <Icon name="check" /> : number}
      </span>
      <div>
        <p className="wb-phase-title">
          {title} <span className="wb-phase-status">{PHASE_WORDS[status]}</span>
        </p>
        {status === 'active' && description !== '' && <p className="wb-phase-text">{description}</p>}
      </div>
    </li>
  );
}
