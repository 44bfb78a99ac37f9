import { type ExerciseSummary, MANY_SESSIONS, type SessionSummary } from '@agent-factory/protocol';
import { useRef, useState } from 'react';
import { AgentMark } from '../agent-state/AgentMark.js';
import { usePracticeServer } from '../lesson/use-practice-server.js';
import { Icon } from '../parts/icons.js';
import { useDismiss } from '../parts/use-dismiss.js';

interface ActiveExercisesProps {
  readonly currentId: string;
  readonly onNavigate: ((exercise: ExerciseSummary) => void) | undefined;
}

/** Which exercises run on this machine, and a way to each. */
export function ActiveExercises({ currentId, onNavigate }: ActiveExercisesProps) {
  const { sessions, exercises, refresh } = usePracticeServer();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useDismiss(root, open, () => setOpen(false));
  if (sessions.length === 0) return null;

  const toggle = () => {
    if (!open) void refresh();
    setOpen(!open);
  };
  return (
    <div className="practice-menu" ref={root}>
      <button type="button" className="practice-action" aria-expanded={open} onClick={toggle}>
        <Icon name="terminal" />
        <span className="practice-menu-label">Active</span>
        <span className="practice-count" data-many={isMany(sessions)}>
          {sessions.length}
        </span>
        <span className="practice-visually-hidden">{sessions.length === 1 ? 'exercise' : 'exercises'}</span>
      </button>
      {open && (
        <div className="practice-menu-list">
          <ul aria-label="Running exercises">
            {sessions.map((session) => (
              <ActiveExercise
                key={session.sessionId}
                session={session}
                exercise={exercises.find((entry) => entry.id === session.exerciseId)}
                isCurrent={session.exerciseId === currentId}
                onNavigate={onNavigate}
              />
            ))}
          </ul>
          {isMany(sessions) && (
            <p className="practice-menu-warning">
              <Icon name="info" />
              Each running tutor takes about 200 MB of memory. End those you do not need: finish them, or exit their
              programs.
            </p>
          )}
        </div>
      )}
    </div>
  );
}

interface ActiveExerciseProps {
  readonly session: SessionSummary;
  readonly exercise: ExerciseSummary | undefined;
  readonly isCurrent: boolean;
  readonly onNavigate: ActiveExercisesProps['onNavigate'];
}

function ActiveExercise({ session, exercise, isCurrent, onNavigate }: ActiveExerciseProps) {
  const title = exercise?.title ?? session.exerciseId;
  const canGo = exercise !== undefined && onNavigate !== undefined && !isCurrent;
  return (
    <li>
      {canGo ? (
        <button type="button" className="practice-menu-entry" onClick={() => onNavigate(exercise)}>
          {title}
        </button>
      ) : (
        <span className="practice-menu-entry">{title}</span>
      )}
      <AgentMark state={session.agentState} />
      {isCurrent && <span className="practice-muted">this one</span>}
    </li>
  );
}

function isMany(sessions: readonly SessionSummary[]): boolean {
  return sessions.length > MANY_SESSIONS;
}
