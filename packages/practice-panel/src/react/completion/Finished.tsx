import type { RegistryEntry } from '@agent-factory/protocol';
import { type ReactNode, useRef } from 'react';
import { Card } from '../parts/Card.js';
import { useFocusWhenLost } from '../parts/use-lost-focus.js';
import { FinishedXp } from './FinishedXp.js';

interface FinishedProps {
  readonly exercise: RegistryEntry;
  readonly message: string;
  readonly workspace: string;
  readonly onOpen: () => void;
  /** What to do next. */
  readonly children: ReactNode;
}

/** An exercise whose session the student ended: where the files are, and what to do next. */
export function Finished({ exercise, message, workspace, onOpen, children }: FinishedProps) {
  const again = useRef<HTMLButtonElement>(null);
  useFocusWhenLost(again);
  return (
    <Card title="Exercise finished" name="finished" tone="success">
      <p>{message}</p>
      <FinishedXp exercise={exercise} />
      <p>
        Your files stay in <code>{workspace}</code>
      </p>
      {children}
      <button ref={again} type="button" className="practice-action" onClick={onOpen}>
        Open it again
      </button>
    </Card>
  );
}
