import { useEffect, useId, useRef, useState } from 'react';
import type { StagesState } from '../../client/stages/stage-board.js';
import { completeOf, placeWords, progressWords } from '../../client/stages/stage-words.js';
import { Icon } from '../parts/icons.js';
import { useDismiss } from '../parts/use-dismiss.js';
import { StageList } from './StageList.js';

/** Where the student is in the stages of the exercise, and a way to all of them. Nothing where there are none. */
export function StageBar({ stages }: Pick<StagesState, 'stages'>) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  useDismiss(root, open, () => setOpen(false));
  useEffect(() => {
    if (open) list.current?.focus();
  }, [open]);
  if (stages.length === 0) return null;
  return (
    <div className="practice-menu practice-stages" ref={root}>
      <button
        type="button"
        className="practice-stages-button"
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className="practice-stages-place">{placeWords(stages)}</span>
        <Icon name="chevron" />
      </button>
      <Segments stages={stages} />
      {open && (
        <div ref={list} id={listId} className="practice-menu-list" role="dialog" aria-label="Stages" tabIndex={-1}>
          <StageList stages={stages} />
        </div>
      )}
    </div>
  );
}

/** One segment for each stage. Beside the button and not in it, where nobody would be told of it. */
function Segments({ stages }: Pick<StagesState, 'stages'>) {
  return (
    <div
      className="practice-stages-bar"
      role="progressbar"
      aria-label="Progress through the stages"
      aria-valuemin={0}
      aria-valuemax={stages.length}
      aria-valuenow={completeOf(stages)}
      aria-valuetext={progressWords(stages)}
    >
      {stages.map(({ number, status, by }) => (
        <span key={number} className="practice-stages-segment" data-status={status} data-by={by} />
      ))}
    </div>
  );
}
