import type { ChatWish } from '@agent-factory/practice-panel';
import { useMemo } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import type { Lesson, StudyIntent } from '../../contexts/study-state';
import { teachQuestion } from '../../lib/lesson/question';
import { useReadingProgress } from '../../lib/lesson/use-reading-progress';

const KINDS: Readonly<Record<StudyIntent, ChatWish['kind'] | undefined>> = {
  none: undefined,
  teach: 'begin',
  ask: 'ask',
  say: 'say',
  practise: 'ask',
  resume: 'take_over',
  follow: 'follow',
};

/** What the student came to the chat for, by the buttons around it. */
export function useChatWish(lesson: Lesson | undefined): ChatWish | undefined {
  const { intent, request, words } = useStudyMode();
  const { read } = useReadingProgress(lesson?.path ?? '');
  return useMemo(() => {
    const kind = KINDS[intent];
    if (kind === undefined || request === 0) return undefined;
    const first = lesson?.steps.find((step) => !read.has(step.id)) ?? lesson?.steps[0];
    const text = kind === 'begin' ? teachQuestion(lesson?.title ?? '', first?.title ?? '') : words;
    return { number: request, kind, text };
  }, [intent, request, words, lesson, read]);
}
