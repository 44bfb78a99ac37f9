import { type MouseEvent, type ReactNode, type RefObject, useState } from 'react';
import { useDashboard, useSnapshot } from './context.js';
import { PageLink } from './parts/PageLink.js';
import { MemoriesSheet } from './sheets/MemoriesSheet.js';
import { SettingsSheet } from './sheets/SettingsSheet.js';

const PLACES = [
  ['skills', 'Skills'],
  ['next', 'Next'],
  ['practice', 'Practice'],
  ['rhythm', 'Rhythm'],
  ['costs', 'Costs'],
] as const;

interface BarProps {
  /** The whole dashboard, in which the places are. */
  readonly root: RefObject<HTMLElement | null>;
  readonly actions: ReactNode;
}

/** Ways to the parts of the page, and what is opened beside it. */
export function Bar({ root, actions }: BarProps) {
  const { client, links } = useDashboard();
  const { project } = useSnapshot();
  const [sheet, setSheet] = useState<'memories' | 'settings'>();
  const close = () => setSheet(undefined);
  const go = (event: MouseEvent, place: string) => {
    // Without the address of the page: a site around has its own use for it.
    event.preventDefault();
    const section = root.current?.querySelector(`[data-anchor="${place}"]`);
    section?.scrollIntoView();
    section?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
  return (
    <div className="dash-bar">
      <nav aria-label="Parts of the dashboard">
        {PLACES.map(([place, name]) => (
          <a key={place} href={`#${place}`} onClick={(event) => go(event, place)}>
            {name}
          </a>
        ))}
      </nav>
      <div className="dash-bar-actions">
        {client.projectId !== undefined && links.dashboard !== undefined && (
          <PageLink href={links.dashboard(undefined)}>All projects</PageLink>
        )}
        {client.projectId !== undefined && links.workbench !== undefined && (
          <PageLink href={links.workbench(client.projectId)}>
            Workbench{project !== undefined && <span className="practice-visually-hidden"> of {project.name}</span>}
          </PageLink>
        )}
        {links.inNewTab && links.dashboard !== undefined ? (
          // The daemon keeps both from every other page: they tell of the learner's folders, and are paid for by them.
          <PageLink href={links.dashboard(client.projectId)}>Memory and settings</PageLink>
        ) : (
          <>
            <button type="button" className="dash-quiet-button" onClick={() => setSheet('memories')}>
              Memory
            </button>
            <button type="button" className="dash-quiet-button" onClick={() => setSheet('settings')}>
              Settings
            </button>
          </>
        )}
        {actions}
      </div>
      {sheet === 'memories' && <MemoriesSheet onClose={close} />}
      {sheet === 'settings' && <SettingsSheet onClose={close} />}
    </div>
  );
}
