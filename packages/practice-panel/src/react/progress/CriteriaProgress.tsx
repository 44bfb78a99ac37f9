import type { CriterionProgress } from '@agent-factory/protocol/progress';
import { dayWords } from './words.js';

interface CriteriaProgressProps {
  readonly criteria: readonly CriterionProgress[];
  readonly title: string;
}

/** How each criterion has gone, for those who want to know. */
export function CriteriaProgress({ criteria, title }: CriteriaProgressProps) {
  if (criteria.length === 0) return null;
  return (
    <details className="practice-details">
      <summary>
        Criteria<span className="practice-visually-hidden"> of {title}</span>
      </summary>
      <ul className="practice-criteria-progress">
        {criteria.map((criterion) => (
          <li key={criterion.name}>
            <span>{criterion.name}</span>
            <span className="practice-muted">{describe(criterion)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function describe({ firstPassedAt, attempts, hintsRevealed }: CriterionProgress): string {
  const passed = firstPassedAt === undefined ? 'not passed yet' : `passed ${dayWords(firstPassedAt)}`;
  const hints = hintsRevealed === 0 ? [] : [count(hintsRevealed, 'hint')];
  return [passed, count(attempts, 'attempt'), ...hints].join(' · ');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
