import { HINT_LEVELS } from '@agent-factory/protocol/coach';
import { useId } from 'react';
import { useSelected, useWorkbench } from '../context.js';
import { LEVEL_WORDS } from './phase-words.js';

/** How much of the coach's pointing is shown. */
export function HintLevelSlider() {
  const workbench = useWorkbench();
  const level = useSelected((state) => state.hintLevel);
  const id = useId();
  const { name, shows } = LEVEL_WORDS[level];
  return (
    <section className="wb-section wb-hints" aria-label="Hints">
      <label htmlFor={id}>
        Hints: <strong>{name}</strong>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={HINT_LEVELS.length - 1}
        step={1}
        value={HINT_LEVELS.indexOf(level)}
        aria-valuetext={`${name}. ${shows}`}
        onChange={({ target }) => workbench.setHintLevel(HINT_LEVELS[Number(target.value)] ?? level)}
      />
      <div className="wb-levels" aria-hidden="true">
        {HINT_LEVELS.map((each) => (
          <span key={each} data-on={each === level}>
            {LEVEL_WORDS[each].name}
          </span>
        ))}
      </div>
      <p className="practice-muted">{shows}</p>
    </section>
  );
}
