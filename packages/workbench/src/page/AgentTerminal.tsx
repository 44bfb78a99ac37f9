import { TerminalPanel } from '@agent-factory/practice-panel';
import { useSyncExternalStore } from 'react';
import type { ColourScheme } from '../editor/types.js';
import type { AgentSession } from './agent-session.js';
import { Notices } from './Notices.js';
import { ProblemCard } from './ProblemCard.js';

interface AgentTerminalProps {
  readonly session: AgentSession;
  readonly theme: ColourScheme;
  /** The student pressed the key that leaves the terminal. */
  readonly onLeave: () => void;
}

/** The agent in its terminal, or what it takes to have it there. */
export function AgentTerminal({ session, theme, onLeave }: AgentTerminalProps) {
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot);
  const start = () => session.start();
  if (state.status !== 'running') {
    return (
      <div className="practice-root wb-part wb-fill">
        {state.status === 'starting' ? <Starting /> : <ProblemCard problem={state.problem} onRetry={start} />}
      </div>
    );
  }
  return (
    <>
      <Notices notices={state.notices} />
      <TerminalPanel session={state.terminal} theme={theme} onLeave={onLeave} onRestart={start} />
    </>
  );
}

function Starting() {
  return (
    <div className="wb-stage">
      <div className="practice-starting" role="status">
        <span className="practice-spinner" aria-hidden="true" />
        <p className="practice-starting-title">Starting the agent…</p>
      </div>
    </div>
  );
}
