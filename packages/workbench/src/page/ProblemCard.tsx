import { CopyButton } from '../react/parts/CopyButton.js';
import type { StartProblem } from './start-problem.js';

interface ProblemCardProps {
  readonly problem: StartProblem;
  readonly onRetry: () => void;
}

/** What is missing, how to get it, and whether the page goes on by itself. */
export function ProblemCard({ problem, onRetry }: ProblemCardProps) {
  const { code, title, text, commands, waits } = problem;
  return (
    <div className="wb-stage">
      <section className="practice-card" data-name={code} aria-label={title}>
        <h2 className="practice-card-title">{title}</h2>
        <div className="practice-card-body">
          <p>{text}</p>
          {commands.map((command) => (
            <div key={command} className="practice-command">
              <code>{command}</code>
              <CopyButton text={command} />
            </div>
          ))}
          {!waits && (
            <button type="button" className="practice-action" data-kind="primary" onClick={onRetry}>
              Try again
            </button>
          )}
        </div>
        {waits && (
          <p className="practice-waiting" role="status">
            <span className="practice-dot" data-tone="accent" data-pulse="true" aria-hidden="true" />
            This page goes on by itself.
          </p>
        )}
      </section>
    </div>
  );
}
