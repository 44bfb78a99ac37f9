import { useState } from 'react';
import { useSelected } from '../context.js';
import { usePanelActions } from '../panel-actions.js';
import { progressWords } from './kata-words.js';

/** Katas that are shown at first: the latest. */
const FIRST = 4;

/** The katas that the coach has made for the student. */
export function KataList() {
  const { showKata } = usePanelActions();
  const list = useSelected((state) => state.katas.list);
  const openId = useSelected((state) => state.katas.open?.id);
  const [unfolded, setUnfolded] = useState(false);
  if (list.length === 0) return null;
  const shown = unfolded ? list : list.slice(0, FIRST);
  return (
    <section className="wb-section" aria-label="Katas">
      <h4>
        Katas <span className="practice-muted">{list.length}</span>
      </h4>
      <ul className="wb-katas">
        {shown.map(({ id, title, topic, ...progress }) => (
          <li key={id}>
            <button
              type="button"
              className="wb-link"
              aria-current={id === openId ? 'true' : undefined}
              onClick={() => showKata(id)}
            >
              {title}
            </button>
            <p className="practice-muted">
              {topic} · {progressWords(progress)}
            </p>
          </li>
        ))}
      </ul>
      {list.length > FIRST && (
        <div>
          <button type="button" className="wb-link" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? 'Fewer' : `All ${list.length}`}
          </button>
        </div>
      )}
    </section>
  );
}
