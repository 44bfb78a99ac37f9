import {
  ChatPanel,
  type ChatPanelProps,
  journeyOf,
  type TabProps,
  usePracticeClient,
} from '@agent-factory/practice-panel';
import type { ReactNode } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import type { Lesson, StudySubject } from '../../contexts/study-state';
import type { Exercise } from '../../lib/course/exercise';
import { quizQuestion } from '../../lib/lesson/question';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { OfflineStudy } from './OfflineStudy';
import { ReadingSteps } from './ReadingSteps';
import { SubjectSwitch } from './SubjectSwitch';
import styles from './styles.module.css';
import { useBeginnings } from './use-beginnings';
import { useChatWish } from './use-chat-wish';
import { useHasTerminal } from './use-has-terminal';
import { useReadLesson } from './use-read-lesson';
import { useSelectedPassage } from './use-selected-passage';

type Subject = ChatPanelProps['subject'];

/** What the chat is about: the student's choice, as far as it is there. */
function subjectOf(wanted: StudySubject, lesson?: Lesson, exercise?: Exercise): Subject | undefined {
  if (exercise && (wanted === 'exercise' || !lesson)) return { kind: 'exercise', exerciseId: exercise.id };
  return lesson && { kind: 'lesson', path: lesson.path, title: lesson.title };
}

export interface LessonChatProps extends TabProps {
  lesson: Lesson | undefined;
}

/** The chat about what the student reads or works at; without a practice server, the steps and a composer that copies. */
export function LessonChat({ lesson, exercise, isActive }: LessonChatProps) {
  const { server } = usePracticeClient();
  const study = useStudyMode();
  const theme = useSiteTheme();
  const passage = useSelectedPassage(isActive);
  const subject = subjectOf(study.subject, lesson, exercise);
  const wish = useChatWish(lesson);
  const readLesson = useReadLesson(lesson, isActive);
  const hasTerminal = useHasTerminal(exercise);
  const beginnings = useBeginnings({
    lesson,
    exercise: subject?.kind === 'exercise' ? exercise : undefined,
    section: readLesson?.section,
    hasSelection: passage.text !== '',
  });

  function offline(setup: ReactNode) {
    return lesson && <OfflineStudy key={lesson.path} lesson={lesson} setup={setup} />;
  }

  // The conversation has a new session there, which a panel that was open before does not know of.
  function showTerminal(shown: Exercise) {
    const journey = journeyOf(server, shown);
    if (journey.getSnapshot().phase.name !== 'idle') void journey.begin();
    study.openPractice(shown);
  }

  if (subject === undefined) return null;
  return (
    <ChatPanel
      beginnings={beginnings}
      hasTerminal={hasTerminal}
      isActive={isActive}
      lesson={readLesson}
      offline={offline}
      onSelectionUsed={passage.clear}
      onShowTerminal={exercise && subject.kind === 'exercise' ? () => showTerminal(exercise) : undefined}
      selection={passage.text}
      subject={subject}
      theme={theme}
      title={subject.kind === 'exercise' ? (exercise?.title ?? '') : subject.title}
      wish={wish}
    >
      <div className={styles.above}>
        {exercise && lesson && <SubjectSwitch value={subject.kind} />}
        {lesson && subject.kind === 'lesson' && (
          <ReadingSteps
            folded
            lesson={lesson}
            onQuiz={(step) => study.openChat('say', { words: quizQuestion(step.title) })}
          />
        )}
      </div>
    </ChatPanel>
  );
}
