import { PracticeError } from '@agent-factory/protocol';
import type { ProjectId } from '@agent-factory/protocol/coach';
import type { ExplainRequest, Explanation } from '@agent-factory/protocol/mind';
import type { MindRoom } from '../room.js';

const REFUSED =
  'The explanation would have told you the solution of this exercise, so it is not shown. Mark less, or open the next hint.';

interface Asked {
  readonly projectId: ProjectId;
  readonly request: ExplainRequest;
}

/** Throws `gives_solution`. What the student has marked, and what is around it, they know. */
export async function requireGuidance(
  { host }: MindRoom,
  told: Explanation,
  { projectId, request }: Asked,
): Promise<void> {
  const texts = [told.explanation, ...told.keyConcepts, told.analogy, told.phaseConnection];
  const text = texts.filter((one) => one !== null).join('\n');
  const unsaved = [request.selectedText, request.surroundingContext];
  const leak = await host.leakIn(projectId, { text, by: 'model', seesFiles: true, unsaved });
  if (leak !== undefined) throw new PracticeError('gives_solution', REFUSED, { ...leak });
}
