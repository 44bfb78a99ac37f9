import type { CheckState } from '../../client/journey/check-state.js';

/** Why a check could not judge the work, in words that do not blame the student. */
export function CheckProblem({ check }: { readonly check: CheckState }) {
  if (check.status === 'failed') {
    return <p className="practice-check-problem">{check.error.message} Your work was not judged.</p>;
  }
  if (check.status !== 'done' || check.result.status === 'passed' || check.result.status === 'failed') return null;
  const { error, output } = check.result;
  return (
    <div className="practice-check-problem">
      <p>{`This says nothing about your work. ${error?.message ?? ''}`.trim()}</p>
      {output && (
        <details className="practice-details">
          <summary>What the check printed</summary>
          <pre className="practice-output">{output}</pre>
        </details>
      )}
    </div>
  );
}
