import {
  EXPLAIN_KEY,
  ExplainButton,
  ExplanationCard,
  explainerOf,
  isExplainKey,
  usePracticeClient,
} from '@agent-factory/practice-panel';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { useShowPlace } from '../../contexts/use-show-place';
import type { Exercise } from '../../lib/course/exercise';
import { useSiteTheme } from '../../lib/page/use-site-theme';
import { markedPassage, type Passage, passageOf } from './marked-passage';
import styles from './styles.module.css';
import { type MarkedPassage, useMarkedPassage } from './use-marked-passage';

const WAY = `It is at the foot of the study panel; ${EXPLAIN_KEY} goes there.`;

export interface LessonExplainProps {
  /** Whose tutor and plan it is. */
  exercise: Exercise;
  /** The panel covers the lesson, in which nothing can be marked then. */
  covers: boolean;
  onSettings(): void;
  /** The explanation was closed while it had the focus. */
  onDone(): void;
}

/** Explains what is marked in the lesson beside the panel; where the panel covers it, what was marked for a question. */
export function LessonExplain({ exercise, covers, onSettings, onDone }: LessonExplainProps) {
  const { lesson, quote } = useStudyMode();
  const { server } = usePracticeClient();
  const theme = useSiteTheme();
  const { marked, settle } = useMarkedPassage(lesson);
  const card = useRef<HTMLElement>(null);
  const showPlace = useShowPlace(exercise);
  const explainer = explainerOf(server, exercise.id);
  const { status } = useSyncExternalStore(explainer.subscribe, explainer.getSnapshot);

  function explain(passage: Passage) {
    settle();
    void explainer.explain({ source: 'lesson', ...passage });
  }

  const explainByKey = useEffectEvent((event: KeyboardEvent) => {
    // The terminal has its own use of the key.
    if (event.defaultPrevented || !isExplainKey(event)) return;
    const passage = lesson && !covers ? markedPassage(lesson) : undefined;
    if (passage === undefined && card.current === null) return;
    event.preventDefault();
    if (passage) explain(passage);
    else card.current?.focus();
  });
  useEffect(() => {
    document.addEventListener('keydown', explainByKey);
    return () => document.removeEventListener('keydown', explainByKey);
  }, []);

  return (
    <div className={`practice-root ${styles.explain}`} data-theme={theme}>
      {covers && lesson && quote && status === 'none' && (
        <p className={styles.marked}>
          <q>{quote}</q>
          <ExplainButton onExplain={() => explain(passageOf(quote, lesson))} style={{ position: 'static' }} />
        </p>
      )}
      {!covers && marked && <ButtonAt marked={marked} onExplain={() => explain(marked)} />}
      <ExplanationCard
        card={card}
        explainer={explainer}
        onDone={onDone}
        onSettings={onSettings}
        onShowPlace={showPlace}
        place="below"
        source="lesson"
        way={WAY}
      />
    </div>
  );
}

/** By the end of what is marked, on the page, so that it scrolls with the text. */
function ButtonAt({ marked: { x, y }, onExplain }: { marked: MarkedPassage; onExplain(): void }) {
  const theme = useSiteTheme();
  return createPortal(
    <div className={`practice-root ${styles.place}`} data-theme={theme} style={{ left: x, top: y }}>
      <ExplainButton onExplain={onExplain} style={{ position: 'static' }} />
    </div>,
    document.body,
  );
}
