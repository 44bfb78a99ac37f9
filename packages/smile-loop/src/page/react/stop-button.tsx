import { useRef, useState } from 'react';
import { stopRun } from '../run/source.js';

/** Ends a run that goes on, after a question: what it has cost so far would be lost by a slip. */
export function StopButton() {
  const question = useRef<HTMLDialogElement>(null);
  const [isStopping, setStopping] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stop = () => {
    question.current?.close();
    setStopping(true);
    setProblem(undefined);
    stopRun().catch((error: Error) => {
      setStopping(false);
      setProblem(error.message);
    });
  };
  return (
    <>
      {problem !== undefined && (
        <span className="lost" role="alert">
          {problem}
        </span>
      )}
      <button type="button" disabled={isStopping} onClick={() => question.current?.showModal()}>
        {isStopping ? 'Stopping…' : 'Stop…'}
      </button>
      <dialog ref={question} aria-labelledby="stop-question">
        <h2 id="stop-question">Stop this run?</h2>
        <p>The student and its container are ended. What was found so far is reported.</p>
        <div className="answers">
          <button type="button" onClick={() => question.current?.close()}>
            Keep running
          </button>
          <button type="button" className="danger" onClick={stop}>
            Stop the run
          </button>
        </div>
      </dialog>
    </>
  );
}
