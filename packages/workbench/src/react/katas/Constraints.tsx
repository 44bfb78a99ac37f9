import type { Kata } from '@agent-factory/protocol/mind';
import { Icon } from '../parts/icons.js';

interface ConstraintsProps {
  readonly constraints: Kata['constraints'];
  /** Titles. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** What makes a kata harder: open ones are taken on as the student likes, the others say when they open. */
export function Constraints({ constraints, chosen, onChoose }: ConstraintsProps) {
  if (constraints.length === 0) return null;
  const toggle = (title: string) => {
    const next = new Set(chosen);
    if (!next.delete(title)) next.add(title);
    onChoose(next);
  };
  const open = constraints.filter(({ unlocked }) => unlocked);
  const locked = constraints.filter(({ unlocked }) => !unlocked);
  return (
    <div className="wb-section">
      {open.length > 0 && (
        <fieldset className="wb-choices">
          <legend>Make it harder</legend>
          {open.map(({ title, description }) => (
            <label key={title} className="wb-check">
              <input type="checkbox" checked={chosen.has(title)} onChange={() => toggle(title)} />
              <Words title={title} text={description} />
            </label>
          ))}
        </fieldset>
      )}
      {locked.length > 0 && (
        <ul className="wb-locked" aria-label="Locked">
          {locked.map(({ title, description, minLevel }) => (
            <li key={title}>
              <Icon name="lock" />
              <span>
                <Words title={title} text={description} />
                <span className="practice-muted">Locked: opens when you reach level {minLevel}.</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A title is the beginning of its description at times. */
function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <span>
      <span className="wb-constraint">{title}</span>
      {text.trim() !== title.trim() && text.trim() !== '' && <span className="practice-muted">{text}</span>}
    </span>
  );
}
