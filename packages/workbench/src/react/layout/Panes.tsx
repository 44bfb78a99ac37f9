import type { ReactNode } from 'react';
import type { Size } from '../browser/use-size.js';
import { PANES, type PaneId } from './arrangement.js';
import { PANE_NAMES } from './pane-names.js';
import { Separator } from './Separator.js';
import type { Layout } from './use-layout.js';

interface PanesProps {
  readonly layout: Layout;
  readonly size: Size | undefined;
  readonly contents: Readonly<Record<PaneId, ReactNode>>;
}

/** What a page gives looks as that page has it. */
const PANE_CLASSES: Partial<Readonly<Record<PaneId, string>>> = { lesson: 'wb-pane', terminal: 'wb-pane' };

/**
 * The panes side by side. Whatever the arrangement, each stays the same element: moving a terminal or an editor in the
 * document would begin it anew. The terminal comes last: it takes Tab for its programs.
 */
export function Panes({ layout, size, contents }: PanesProps) {
  const { panes, separators } = layout.place(size);
  const pane = (id: PaneId) => (
    <section
      key={id}
      className={PANE_CLASSES[id] ?? 'practice-root wb-part wb-pane'}
      data-pane={id}
      aria-label={PANE_NAMES[id]}
      hidden={!layout.isShown(id)}
      // A lesson scrolls here, which the keyboard has to be able to.
      tabIndex={id === 'lesson' ? 0 : undefined}
      style={panes.get(id)}
    >
      {contents[id]}
    </section>
  );
  return (
    <>
      {PANES.filter((id) => id !== 'terminal' && layout.available.includes(id)).map(pane)}
      {separators.map((place) => (
        <Separator key={place.id} place={place} onMove={layout.move} />
      ))}
      {layout.available.includes('terminal') && pane('terminal')}
    </>
  );
}
