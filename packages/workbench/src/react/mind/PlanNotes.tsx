import type { Difficulty } from '@agent-factory/protocol/mind';
import { useSelected } from '../context.js';

const DIFFICULTIES: Readonly<Record<Difficulty, string>> = {
  beginner: 'for beginners',
  intermediate: 'intermediate',
  advanced: 'advanced',
};

/** How hard the plan is, and what of it the student has met before. */
export function PlanNotes() {
  const plan = useSelected((state) => state.mind.plan);
  if (plan === null) return null;
  const { estimatedDifficulty, memoryConnection } = plan;
  return (
    <div className="wb-plan-notes">
      <p className="practice-muted">Difficulty: {DIFFICULTIES[estimatedDifficulty]}</p>
      {memoryConnection !== null && memoryConnection !== '' && (
        <div className="wb-explanation-part">
          <h5>From earlier sessions</h5>
          <p className="wb-explanation-text">{memoryConnection}</p>
        </div>
      )}
    </div>
  );
}
