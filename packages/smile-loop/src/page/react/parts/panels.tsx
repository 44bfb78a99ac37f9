import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface Panel {
  readonly title: string;
  /** Shown beside the title, unless it is 0. */
  readonly count?: number;
  readonly content: ReactNode;
}

interface PanelsProps {
  readonly panels: Readonly<Record<string, Panel>>;
  /** Name of the one that is shown. */
  readonly shown: string;
  onShow(name: string): void;
}

/** How far each key goes in the row of tabs. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Panels of which one is shown; the others stay as they are. */
export function Panels({ panels, shown, onShow }: PanelsProps) {
  const id = useId();
  const names = Object.keys(panels);
  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const name = names[Math.min(names.length - 1, Math.max(0, names.indexOf(shown) + step))] ?? shown;
    onShow(name);
    document.getElementById(`${id}-tab-${name}`)?.focus();
  };
  return (
    <div className="panels">
      <div role="tablist" aria-label="Parts of this run" onKeyDown={handleKey}>
        {Object.entries(panels).map(([name, { title, count = 0 }]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-tab-${name}`}
            aria-selected={name === shown}
            aria-controls={`${id}-${name}`}
            tabIndex={name === shown ? 0 : -1}
            onClick={() => onShow(name)}
          >
            {title}
            {count > 0 && <span className="count">{count}</span>}
          </button>
        ))}
      </div>
      {Object.entries(panels).map(([name, { content }]) => (
        <div
          key={name}
          role="tabpanel"
          id={`${id}-${name}`}
          aria-labelledby={`${id}-tab-${name}`}
          hidden={name !== shown}
        >
          {content}
        </div>
      ))}
    </div>
  );
}
