import { Icon } from '../parts/icons.js';
import type { PaneId } from './arrangement.js';
import { PANE_ICONS, PANE_NAMES } from './pane-names.js';
import type { Layout } from './use-layout.js';

interface PaneSwitcherProps {
  readonly layout: Layout;
  /** What asks for a look in a pane, in words. */
  readonly news: Partial<Readonly<Record<PaneId, string | undefined>>>;
}

/** Where there is room for one pane only, this chooses which. */
export function PaneSwitcher({ layout, news }: PaneSwitcherProps) {
  const newsOf = (pane: PaneId) => (layout.front === pane ? undefined : news[pane]);
  return (
    <nav className="practice-root wb-part wb-switcher" aria-label="Parts of the page">
      {layout.available.map((pane) => (
        <button
          key={pane}
          type="button"
          aria-current={layout.front === pane ? 'true' : undefined}
          aria-label={[PANE_NAMES[pane], newsOf(pane)].filter(Boolean).join(', ')}
          onClick={() => layout.bring(pane)}
        >
          <Icon name={PANE_ICONS[pane]} />
          <span>{PANE_NAMES[pane]}</span>
          {newsOf(pane) && <span className="practice-dot wb-news" data-tone="accent" aria-hidden="true" />}
        </button>
      ))}
    </nav>
  );
}
