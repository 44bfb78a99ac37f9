import { preloadTab } from '@agent-factory/practice-panel';
import { useActionGate } from '@generated/action-gate/default/gate.js';
import clsx from 'clsx';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { selectedText } from '../../lib/lesson/lesson-text';
import { Icon } from '../Icon';
import { chat } from '../StudyTabs/chat';
import { preloadPanel } from '../TeachMePanel/load-panel';
import { PracticeAction } from './PracticeAction';
import styles from './styles.module.css';

/** What a student can do with this lesson. Practice is there only if the registry has an exercise for it. */
export function DocPageActions({ lessonPath }: { lessonPath: string }) {
  const study = useStudyMode();
  const gate = useActionGate();
  const guarded = (action: () => void) => () => (gate.allowed ? action() : gate.request());
  const teach = guarded(() => study.openChat('teach'));
  const ask = guarded(() => study.openChat('ask', { quote: selectedText() }));
  const prepare = () => {
    preloadPanel();
    preloadTab(chat);
  };
  return (
    <fieldset aria-label="Study this lesson" className={styles.actions}>
      <button
        className={clsx('button-quiet', styles.action)}
        onClick={teach}
        onFocus={prepare}
        onPointerEnter={prepare}
        type="button"
      >
        <Icon name="book" />
        Teach Me
      </button>
      <button
        className={clsx('button-quiet', styles.action)}
        onClick={ask}
        onFocus={prepare}
        onPointerEnter={prepare}
        // Pressing a button must not clear the selection the question is about.
        onMouseDown={(event) => event.preventDefault()}
        type="button"
      >
        <Icon name="question" />
        Ask
      </button>
      <PracticeAction guarded={guarded} lessonPath={lessonPath} />
    </fieldset>
  );
}
