import type { CSSProperties } from 'react';
import { Icon } from '../parts/icons.js';
import { EXPLAIN_KEY } from '../shortcuts/panel-keys.js';

export interface ExplainButtonProps {
  readonly onExplain: () => void;
  readonly style?: CSSProperties;
}

/** Appears by what was just marked. Pressing it leaves the focus where it is, and with it what is marked. */
export function ExplainButton({ onExplain, style }: ExplainButtonProps) {
  return (
    <button
      type="button"
      className="practice-explain"
      style={style}
      title={`The coach sends what is marked, and what is around it, to a model (${EXPLAIN_KEY})`}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onExplain}
    >
      <Icon name="hint" />
      Explain this
    </button>
  );
}
