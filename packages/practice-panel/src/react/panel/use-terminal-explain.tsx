import { type ReactNode, type RefObject, useRef } from 'react';
import { explainerOf } from '../../client/explain/explainer-of.js';
import type { SelectedOnScreen } from '../../terminal/selection/selected-text.js';
import { usePracticeClient } from '../context.js';
import { ExplanationCard, useExplanation } from '../explain/ExplanationCard.js';
import { EXPLAIN_KEY } from '../shortcuts/panel-keys.js';
import type { TerminalControls } from '../terminal/TerminalPanel.js';
import type { PanelAction } from '../toolbar/MoreMenu.js';

interface ExplainParts {
  /** What lies over the terminal. */
  readonly card: ReactNode;
  readonly actions: readonly PanelAction[];
  /** Undefined where nobody explains anything. */
  readonly onExplain: ((selected: SelectedOnScreen) => void) | undefined;
}

interface ExplainOptions {
  readonly exerciseId: string;
  readonly isOffered: boolean;
  readonly terminal: RefObject<TerminalControls | null>;
  /** Shows a short note. */
  readonly say: (words: string) => void;
  readonly onSettings: (() => void) | undefined;
}

const NOTHING_MARKED = 'Mark something in the terminal first, or in View as text.';
const WAY = `It is just above the terminal; ${EXPLAIN_KEY} goes there.`;

/** Everything of the panel that explains what is marked in its terminal. */
export function useTerminalExplain({ exerciseId, isOffered, terminal, say, onSettings }: ExplainOptions): ExplainParts {
  const { server } = usePracticeClient();
  const explainer = explainerOf(server, exerciseId);
  const { status } = useExplanation(explainer, 'terminal');
  const card = useRef<HTMLElement>(null);
  const place = useRef<'top' | 'foot'>('top');
  const onExplain = (selected: SelectedOnScreen) => {
    if (selected.text.trim() !== '') {
      place.current = selected.isLow ? 'top' : 'foot';
      void explainer.explain({ source: 'terminal', place: 'Terminal', ...selected });
    } else if (status !== 'none') card.current?.focus();
    else say(NOTHING_MARKED);
  };
  if (!isOffered) return { card: null, actions: [], onExplain: undefined };
  const explain = () => terminal.current && onExplain(terminal.current.selected());
  return {
    card: (
      <ExplanationCard
        explainer={explainer}
        source="terminal"
        place={place.current}
        card={card}
        way={WAY}
        onDone={() => terminal.current?.focus()}
        onSettings={onSettings}
      />
    ),
    actions: [{ label: 'Explain what is marked', shortcut: EXPLAIN_KEY, run: () => void explain() }],
    onExplain,
  };
}
