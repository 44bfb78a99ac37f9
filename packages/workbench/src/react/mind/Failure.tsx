import type { MindPart } from '@agent-factory/protocol/mind';
import { useSelected } from '../context.js';
import { PartHelp } from './PartHelp.js';

interface FailureProps {
  readonly message: string;
  readonly part: MindPart;
}

/** Why nothing has come of what the student has asked, and what to do. Each is said once. */
export function Failure({ message, part }: FailureProps) {
  const known = useSelected((state) => state.mind.parts?.[part]);
  const isSaid = known?.works === false && known.explanation.includes(message);
  return (
    <>
      {!isSaid && <p className="wb-field-problem">{message}</p>}
      <PartHelp part={part} />
    </>
  );
}
