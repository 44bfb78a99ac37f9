import { type ReactNode, useEffect, useState } from 'react';
import type { RecordedRun } from '../../contract/recorded-run.js';
import { elapsedAt } from '../view/elapsed.js';
import type { View } from '../view/view.js';
import { costOf, durationOf, standingOf } from '../view/words.js';
import { StopButton } from './stop-button.js';

interface HeaderProps {
  readonly run: RecordedRun;
  readonly view: View;
  readonly isConnected: boolean;
  readonly problem: string | undefined;
  /** Whether more is to come, live or in a recording. */
  readonly isMoving: boolean;
  readonly children: ReactNode;
}

export function Header({ run, view, isConnected, problem, isMoving, children }: HeaderProps) {
  const { status, outcome, summary } = view;
  const isLive = !run.recorded && status === 'running';
  const words = standing(view, isLive || isMoving);
  useEffect(() => {
    document.title = `${words} · ${run.name}`;
  }, [words, run.name]);
  return (
    <header>
      <div className="title">
        <h1>{run.name}</h1>
        {isLive && <StopButton />}
      </div>
      <div className="facts">
        <output className={`status ${outcome ?? status}`}>{words}</output>
        <Facts run={run} view={view} isLive={isLive} />
        {isLive && (!isConnected || problem !== undefined) && (
          <span className="lost" role="status">
            {problem ?? 'Connection lost, trying again… Is the command still running?'}
          </span>
        )}
      </div>
      {summary !== undefined && <p className="summary">{summary}</p>}
      {children}
    </header>
  );
}

/** A run that nobody ran to its end is not running any more. */
function standing({ status, outcome }: View, isMoving: boolean): string {
  return status === 'running' && !isMoving ? 'Interrupted' : standingOf(status, outcome);
}

function Facts({ run, view, isLive }: { run: RecordedRun; view: View; isLive: boolean }) {
  const cost = view.cost ?? run.report?.meta.cost;
  return (
    <>
      {view.iteration > 0 && (
        <span>
          Try {view.iteration}
          {run.maxIterations !== null && ` of at most ${run.maxIterations}`}
        </span>
      )}
      <Elapsed run={run} isLive={isLive} />
      {cost !== undefined && <span>{costOf(cost)}</span>}
    </>
  );
}

/** How long the run has gone on, or went on. */
function Elapsed({ run, isLive }: { run: RecordedRun; isLive: boolean }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isLive]);
  return <span>{durationOf(elapsedAt(run, now))}</span>;
}
