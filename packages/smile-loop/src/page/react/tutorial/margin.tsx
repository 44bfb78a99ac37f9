import { useState } from 'react';
import type { Gap } from '../../../contract/report.js';
import type { MarginNote } from '../../view/view.js';
import { useGuide } from '../parts/guide.js';
import { Prose } from '../parts/prose.js';

/** Characters of a note that are shown at first: a margin is narrow, and the whole is also in the activity. */
const SHORT_CHARS = 320;

export function Margin({ notes, gaps }: { notes: readonly MarginNote[]; gaps: readonly Gap[] }) {
  const { showGap } = useGuide();
  if (notes.length === 0 && gaps.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="margin" role="group" aria-label="Notes in the margin">
      {gaps.map(({ id, title, severity }) => (
        <button key={id} type="button" className={`gap-mark ${severity}`} onClick={() => showGap(id)}>
          <b>Gap {id}</b> {title}
        </button>
      ))}
      {notes.map((note) => (
        <Note key={`${note.iteration} ${note.text}`} note={note} />
      ))}
    </div>
  );
}

function Note({ note: { iteration, text } }: { note: MarginNote }) {
  const isLong = text.length > SHORT_CHARS;
  const [isWhole, setWhole] = useState(false);
  return (
    <div className="note">
      <b>Mentor, after try {iteration}</b>
      <div className={isLong && !isWhole ? 'cut' : ''}>
        <Prose text={text} />
      </div>
      {isLong && (
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </div>
  );
}
