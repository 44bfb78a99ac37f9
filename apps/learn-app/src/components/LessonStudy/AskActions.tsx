import { useState } from 'react';
import { useStudyMode } from '../../contexts/StudyModeContext';
import { focusTerminal, pasteIntoTerminal, usePracticeTerminal } from '../../lib/practice/practice-terminal';
import { Icon } from '../Icon';
import styles from './styles.module.css';

const WHERE_IT_GOES = {
  terminal: 'Your question goes to the tutor in your terminal, where you press Enter. This site sends nothing.',
  copy: 'Your tutor lives in the terminal: press Practice, or paste the question into any AI tool. This site sends nothing.',
};

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied. Paste it where your tutor is.';
  } catch {
    return 'The browser did not allow copying. Select the question and copy it yourself.';
  }
}

export interface AskActionsProps {
  compose(): string;
  isEmpty: boolean;
}

export function AskActions({ compose, isEmpty }: AskActionsProps) {
  const { selectTab } = useStudyMode();
  const hasTerminal = usePracticeTerminal();
  const [outcome, setOutcome] = useState('');

  function putIntoTerminal() {
    if (!pasteIntoTerminal(compose())) {
      setOutcome('The terminal has gone. Copy the question instead.');
      return;
    }
    selectTab('practice');
    // Once the tab is shown: a hidden element takes no focus.
    requestAnimationFrame(focusTerminal);
  }

  return (
    <>
      <div className={styles.askActions}>
        {hasTerminal && (
          <button className="button-primary" disabled={isEmpty} onClick={putIntoTerminal} type="button">
            <Icon name="terminal" />
            Put into the terminal
          </button>
        )}
        <button
          className={hasTerminal ? 'button-quiet' : 'button-primary'}
          disabled={isEmpty}
          onClick={async () => setOutcome(await copy(compose()))}
          type="button"
        >
          <Icon name="copy" />
          Copy question
        </button>
      </div>
      <p className={styles.note} id="ask-note">
        <span role="status">{outcome}</span>
        {outcome === '' && (hasTerminal ? WHERE_IT_GOES.terminal : WHERE_IT_GOES.copy)}
      </p>
    </>
  );
}
