import { useState } from 'react';
import { agentsOf } from '../../client/agents/agents-of.js';
import type { ExerciseJourney } from '../../client/journey/journey.js';
import { usePracticeClient } from '../context.js';
import { ConfirmDialog } from '../parts/ConfirmDialog.js';
import { AgentDialog } from './AgentDialog.js';

interface ChangeAgentProps {
  readonly journey: ExerciseJourney;
  readonly onClose: () => void;
}

/** Lets the student choose the agent of the exercise's terminal. Nothing that runs ends before they agree. */
export function ChangeAgent({ journey, onClose }: ChangeAgentProps) {
  const { server } = usePracticeClient();
  const [wanted, setWanted] = useState<string>();
  const running = runningAgent(journey);
  if (wanted !== undefined) {
    return (
      <ConfirmDialog
        title="End the running session?"
        keep="Keep it running"
        confirm="End and switch"
        onCancel={onClose}
        onConfirm={() => {
          onClose();
          void journey.switchAgent(wanted);
        }}
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
      exerciseId={journey.exercise.id}
      running={running}
      consequence={
        running === undefined ? 'The next session starts with it.' : 'Before the running session ends, you are asked.'
      }
      onClose={onClose}
      onSwitch={(agent) => (running === undefined ? onClose() : setWanted(agent))}
    />
  );
}

/** Undefined without a session. */
function runningAgent(journey: ExerciseJourney): string | undefined {
  const { phase } = journey.getSnapshot();
  if (phase.name !== 'open' || phase.terminal.getSnapshot().status === 'ended') return undefined;
  return phase.session.agent;
}
