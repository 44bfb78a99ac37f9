import { useRef } from 'react';
import { useSelected } from './context.js';
import type { PaneId } from './layout/arrangement.js';
import { useMessages } from './notices/messages.js';

type News = Partial<Record<PaneId, string | undefined>>;

/** What asks for a look in a pane, by what is new in it since it was in front. */
export function usePaneNews(front: PaneId): News {
  const messages = useMessages();
  const { glows, marks } = useSelected((state) => state.shown);
  const explanation = useSelected((state) => state.mind.explanation);
  const said = useUnseen(messages, messages.length > 0, front === 'coach');
  const explained = useUnseen(explanation, explanation?.status === 'answered', front === 'coach');
  const review = useSelected((state) => state.katas.open?.review ?? null);
  const reviewed = useUnseen(review, review !== null && review.status !== 'asked', front === 'kata');
  const files = useUnseen(glows, glows.size > 0, front === 'files');
  const editor = useUnseen(marks, marks.size > 0, front === 'editor');
  return {
    coach: said || explained ? 'the coach has said something' : undefined,
    kata: reviewed ? 'the coach has reviewed your solution' : undefined,
    files: files ? 'the coach points at files' : undefined,
    editor: editor ? 'the coach has marked lines' : undefined,
  };
}

/** Whether there is something that was not there when it was last in sight. */
function useUnseen(value: unknown, isThere: boolean, inSight: boolean): boolean {
  const seen = useRef<unknown>(undefined);
  if (inSight) seen.current = value;
  return isThere && seen.current !== value;
}
