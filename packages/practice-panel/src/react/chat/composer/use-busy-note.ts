import { useEffect, useState } from 'react';

interface Busy {
  readonly agentName: string;
  readonly isRunning: boolean;
  /** The run waits for the student. */
  readonly isAsking: boolean;
  readonly canStop: boolean;
}

/** Why nothing was sent while the agent is at work, from when the student tried until it has ended. */
export function useBusyNote(busy: Busy) {
  const { isRunning } = busy;
  const [hasTried, setTried] = useState(false);
  useEffect(() => {
    if (!isRunning) setTried(false);
  }, [isRunning]);
  return { note: hasTried && isRunning ? wordsFor(busy) : '', tell: () => setTried(true) };
}

function wordsFor({ agentName, isAsking, canStop }: Busy): string {
  if (isAsking) return `${agentName} waits for your answer to its question. Answer it first.`;
  return `${agentName} is still answering. ${canStop ? 'Stop it, or wait' : 'Wait until it is done'}.`;
}
