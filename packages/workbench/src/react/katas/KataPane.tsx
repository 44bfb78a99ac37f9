import type { Kata } from '@agent-factory/protocol/mind';
import type { OpenKata } from '../../client/katas/katas-state.js';
import type { ColourScheme } from '../../editor/types.js';
import { useSelected, useWorkbench } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { Icon } from '../parts/icons.js';
import { progressWords } from './kata-words.js';
import { Solving } from './Solving.js';

/** A small exercise against a gap: what it is about, where it is solved, and what the coach says to it. */
export function KataPane({ colourScheme }: { readonly colourScheme: ColourScheme }) {
  const { showKata } = usePanelActions();
  const open = useSelected((state) => state.katas.open);
  if (open === null) return null;
  return (
    <>
      <div className="wb-pane-header">
        <h3>Kata</h3>
        <button
          type="button"
          className="practice-icon-button"
          aria-label="Close the kata"
          title="Close"
          onClick={() => showKata()}
        >
          <Icon name="cross" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by the keyboard */}
      <section className="wb-kata" tabIndex={0} aria-label="Task, solution and review">
        {open.kata === null ? (
          <Absent open={open} />
        ) : (
          <>
            <Story kata={open.kata} />
            <Solving key={open.id} kata={open.kata} colourScheme={colourScheme} />
          </>
        )}
      </section>
    </>
  );
}

function Absent({ open: { id, problem } }: { readonly open: OpenKata }) {
  const workbench = useWorkbench();
  return (
    <div className="wb-cover" role="status">
      {problem === null ? (
        <p>Opening the kata…</p>
      ) : (
        <>
          <p className="wb-cover-title">The kata could not be opened</p>
          <p>{problem}</p>
          <button type="button" className="practice-action" onClick={() => workbench.openKata(id)}>
            Try again
          </button>
        </>
      )}
    </div>
  );
}

function Story({ kata }: { readonly kata: Kata }) {
  const { title, topic, description } = kata;
  return (
    <section className="wb-section" aria-label="Task">
      <h4 className="wb-kata-title">{title}</h4>
      <p className="practice-muted">
        {topic} · {progressWords(kata)}
      </p>
      <p className="wb-explanation-text">{description}</p>
    </section>
  );
}
