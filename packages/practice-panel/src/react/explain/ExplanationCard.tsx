import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { ExplainState, ShownExplanation } from '../../client/explain/explain-state.js';
import type { Explainer } from '../../client/explain/explainer.js';
import type { Marked } from '../../client/explain/marked.js';
import { Icon } from '../parts/icons.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import { type ShowPlace, ShowPlaceProvider, useShowPlace } from '../results/show-place.js';
import { ExplainFailure } from './ExplainFailure.js';
import { ExplanationText } from './ExplanationText.js';
import { useSeconds } from './use-seconds.js';
import { announcement } from './words.js';

export interface ExplanationCardProps {
  readonly explainer: Explainer;
  /** Where what it explains was marked: anything else is shown elsewhere. */
  readonly source: Marked['source'];
  /** Where it is: over the terminal at one of its ends, or below what else the page shows. */
  readonly place: 'top' | 'foot' | 'below';
  /** The element, for whoever brings the student there. */
  readonly card?: RefObject<HTMLElement | null>;
  /** How to get there, as the student is told. */
  readonly way: string;
  /** The card was closed while it had the focus. */
  readonly onDone?: (() => void) | undefined;
  /** Shows a file; by default as the panel around does. */
  readonly onShowPlace?: ShowPlace;
  /** Shows the settings of the coach; without it, the student is told where they are. */
  readonly onSettings?: (() => void) | undefined;
}

/** What the student has asked about and what the coach says to it. It does not take the focus: they may go on meanwhile. */
export function ExplanationCard(props: ExplanationCardProps) {
  const state = useExplanation(props.explainer, props.source);
  const around = useShowPlace();
  return (
    <ShowPlaceProvider value={props.onShowPlace ?? around}>
      <p className="practice-visually-hidden" role="status">
        {announcement(state, props.way)}
      </p>
      {state.status !== 'none' && <Shown {...props} state={state} />}
    </ShowPlaceProvider>
  );
}

const NONE: ExplainState = { status: 'none' };

/** The explanation of what was marked there, if that is what was asked last. */
export function useExplanation(explainer: Explainer, source: Marked['source']): ExplainState {
  const state = useSnapshot(explainer);
  return state.status !== 'none' && state.marked.source === source ? state : NONE;
}

/** Of what is marked: two lines of it are shown. */
const MAX_SHOWN = 400;

const TITLES = { asked: 'Explaining…', answered: 'Explained', failed: 'Not explained' } as const;

type ShownProps = ExplanationCardProps & { readonly state: ShownExplanation };

function Shown({ explainer, place, card, onDone, onSettings, state }: ShownProps) {
  const own = useRef<HTMLElement>(null);
  const element = card ?? own;
  const { status, marked } = state;
  const close = () => {
    const hadFocus = element.current?.contains(document.activeElement);
    explainer.dismiss();
    if (hadFocus) onDone?.();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const retry = () => {
    element.current?.focus(); // its button goes
    void explainer.retry();
  };
  return (
    <section
      ref={element}
      className="practice-explanation"
      data-place={place}
      data-status={status}
      aria-label="Explanation"
      aria-busy={status === 'asked'}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
    >
      <div className="practice-explanation-head">
        <h3>{TITLES[status]}</h3>
        {/* The same button all the time, so that the focus stays on it. */}
        <button
          type="button"
          className="practice-icon-button"
          aria-label={status === 'asked' ? 'Cancel the explanation' : 'Close the explanation'}
          title={status === 'asked' ? 'Cancel' : 'Close'}
          onClick={close}
        >
          <Icon name="cross" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region has to be reached by keyboard */}
      <section className="practice-explanation-body" aria-label="What the coach says" tabIndex={0}>
        <p className="practice-explanation-marked" data-source={marked.source}>
          <span className="practice-visually-hidden">Marked: </span>
          {marked.text.trim().slice(0, MAX_SHOWN)}
        </p>
        {status === 'asked' && <Waiting />}
        {status === 'answered' && <ExplanationText answer={state.answer} />}
        {status === 'failed' && <ExplainFailure problem={state.problem} onRetry={retry} onSettings={onSettings} />}
      </section>
    </section>
  );
}

/** A model takes some seconds: the count says that it goes on. */
function Waiting() {
  const seconds = useSeconds();
  return (
    <p className="practice-explanation-waiting">
      <span className="practice-spinner" aria-hidden="true" />
      The coach reads it.
      {seconds > 0 && <span aria-hidden="true"> {seconds} s</span>}
    </p>
  );
}
