import { textFact, textsFact } from '../../client/server/facts.js';
import type { ClientError } from '../../client/server/outcome.js';
import { Card } from '../parts/Card.js';
import { Commands } from '../parts/CommandLine.js';
import { failureWords } from './failure-words.js';

interface StartFailureProps {
  readonly error: ClientError;
  readonly onRetry: () => void;
}

/** A start that failed: what happened, what the daemon said, and the next step. */
export function StartFailure({ error, onRetry }: StartFailureProps) {
  const isAbsent = error.error === 'exercise_not_found';
  const words = failureWords(error.error);
  const output = textFact(error, 'output');
  const command = textFact(error, 'command');
  return (
    <Card title={words.title} name={error.error} tone={isAbsent ? 'plain' : 'danger'}>
      {words.advice && <p>{words.advice}</p>}
      {!isAbsent && <p className="practice-muted">{error.message}</p>}
      {command && <pre className="practice-output">{`$ ${command}\n${output ?? ''}`.trim()}</pre>}
      <Commands commands={textsFact(error, 'commands')} />
      <button type="button" className="practice-action" data-kind="primary" onClick={onRetry}>
        Try again
      </button>
    </Card>
  );
}
