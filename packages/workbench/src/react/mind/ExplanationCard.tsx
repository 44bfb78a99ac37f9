import { useEffect } from 'react';
import type { ExplanationView } from '../../client/mind/mind-state.js';
import { useSelected, useWorkbench } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { usePassedFocus } from '../parts/pass-focus.js';
import { Card, Waiting } from './Card.js';
import { ExplanationText } from './ExplanationText.js';
import { Failure } from './Failure.js';
import { markedWords } from './marked.js';
import { useKeptKeyboard } from './use-kept-keyboard.js';

const TITLES = { asked: 'Explaining…', answered: 'Explained', failed: 'Not explained' } as const;

/** What the student has asked about, and what the coach says to it. */
export function ExplanationCard() {
  const explanation = useSelected((state) => state.mind.explanation);
  return explanation && <OneExplanation explanation={explanation} />;
}

function OneExplanation({ explanation }: { readonly explanation: ExplanationView }) {
  const workbench = useWorkbench();
  const { showFile } = usePanelActions();
  const place = usePassedFocus<HTMLElement>();
  const { marked, status } = explanation;
  useTold(explanation);
  useKeptKeyboard(place, marked);
  const { path, range } = marked;
  const isAsked = status === 'asked';
  const close = {
    label: isAsked ? 'Cancel the explanation' : 'Close the explanation',
    tip: isAsked ? 'Cancel' : 'Close',
    run: () => workbench.dismissExplanation(),
  };
  const ask = () => {
    place.current?.focus(); // its button goes
    workbench.explain(marked);
  };
  return (
    <Card label="Explanation" title={TITLES[status]} {...{ status, place, close }}>
      <button type="button" className="wb-link" onClick={() => showFile(path, { at: range.start, focus: true })}>
        {markedWords(marked)}
      </button>
      {isAsked && <Waiting>The coach reads it.</Waiting>}
      {status === 'answered' && <ExplanationText answer={explanation.answer} />}
      {status === 'failed' && <Failure message={explanation.message} part="explain" />}
      {!isAsked && (
        <div>
          <button type="button" className="practice-action" onClick={ask}>
            {status === 'failed' ? 'Try again' : 'Ask again'}
          </button>
        </div>
      )}
    </Card>
  );
}

/** Told to screen readers, also where the card is behind another part of the page. */
function useTold(explanation: ExplanationView): void {
  const { announce } = usePanelActions();
  useEffect(() => announce(wordsOf(explanation)), [announce, explanation]);
}

function wordsOf(explanation: ExplanationView): string {
  const what = markedWords(explanation.marked);
  if (explanation.status === 'asked') return `Asking the coach about ${what}.`;
  if (explanation.status === 'answered') return `The coach has explained ${what}. It is in the part “Coach”.`;
  return `Not explained: ${what}. ${explanation.message}`;
}
