import type { ExplainProblem } from '../../client/explain/explain-state.js';

interface ExplainFailureProps {
  readonly problem: ExplainProblem;
  readonly onRetry: () => void;
  readonly onSettings: (() => void) | undefined;
}

/** Why there is no explanation, and what to do: where it is for the student to decide, also what the coach would do. */
export function ExplainFailure({ problem, onRetry, onSettings }: ExplainFailureProps) {
  const { message, wouldDo, canRetry, isSetting } = problem;
  return (
    <>
      {/* It may say itself why it does not. */}
      {!wouldDo?.includes(message) && (
        <p className="practice-explanation-text" data-tone={isSetting ? 'plain' : 'danger'}>
          {message}
        </p>
      )}
      {wouldDo !== undefined && <p className="practice-explanation-text">{wouldDo}</p>}
      {isSetting && onSettings === undefined && (
        <p className="practice-muted">
          The settings of the coach are on your dashboard: <code>practice-server dashboard</code> opens it.
        </p>
      )}
      {(canRetry || (isSetting && onSettings !== undefined)) && (
        <div className="practice-explanation-actions">
          {canRetry && (
            <button type="button" className="practice-action" onClick={onRetry}>
              Try again
            </button>
          )}
          {isSetting && onSettings !== undefined && (
            <button type="button" className="practice-action" onClick={onSettings}>
              Open your dashboard
            </button>
          )}
        </div>
      )}
    </>
  );
}
