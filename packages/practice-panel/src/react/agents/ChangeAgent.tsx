import { useState } from 'react';
import { agentsOf } from '../../client/agents/agents-of.js';
import type { ExerciseJourney } from '../../client/journey/journey.js';
import { usePracticeClient } from '../context.js';
import { ConfirmDialog } from '../parts/ConfirmDialog.js';
import { AgentDialog } from './AgentDialog.js';

interface ChangeAgentProps {
  readonly journey: ExerciseJourney;
  readonly onClose: () => void;
  readonly say: (words: string) => void;
}

/** How to end a session whose exercise is not complete, which only the student can. */
const BY_HAND = 'Your choice is kept. Leave the agent and its shell (Ctrl+D); the next session starts with it.';

/** Lets the student choose the agent of the exercise's terminal. Nothing that runs ends before they agree. */
export function ChangeAgent({ journey, onClose, say }: ChangeAgentProps) {
  const { server } = usePracticeClient();
  const [asks, setAsks] = useState(false);
  const isRunning = journey.getSnapshot().phase.name === 'open';
  const { id } = journey.exercise;

  const switchNow = async () => {
    onClose();
    const outcome = await server.ask((rest) => rest.finish(id));
    if (outcome.ok) await journey.begin();
    else say(outcome.error.error === 'exercise_not_complete' ? BY_HAND : outcome.error.message);
  };
  if (asks) {
    return (
      <ConfirmDialog
        title="End the running session?"
        keep="Keep it running"
        confirm="End and switch"
        onCancel={onClose}
        onConfirm={() => void switchNow()}
      >
        The agent that runs in this exercise’s terminal ends, and every program started there. Your files stay, and so
        does its conversation. Your choice is remembered either way.
      </ConfirmDialog>
    );
  }
  return (
    <AgentDialog
      choices={agentsOf(server)}
      use="terminal"
      exerciseId={id}
      consequence={isRunning ? 'Before the running session ends, you are asked.' : 'The next session starts with it.'}
      onClose={onClose}
      onSwitch={() => (isRunning ? setAsks(true) : onClose())}
    />
  );
}
