import type { MessageContext } from '@agent-factory/coach/workplace';
import type { ClientPayload } from '@agent-factory/protocol/coach';
import type { MindRoom } from '../room.js';
import { tellFailure } from './asked.js';
import { explain } from './explain.js';

/** Answers the page that has asked: the others are not interrupted. Never throws. */
export async function answerExplain(
  room: MindRoom,
  request: ClientPayload<'user:explain'>,
  { workplace, answer }: MessageContext,
): Promise<void> {
  try {
    const projectId = workplace.place.project.id;
    answer('explain:response', await explain(room, request, { projectId, workplace }));
  } catch (error) {
    const words = tellFailure(room.host, error, 'Something that was marked could not be explained');
    answer('explain:error', { path: request.path, error: words });
  }
}
