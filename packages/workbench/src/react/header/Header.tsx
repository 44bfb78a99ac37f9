import type { ReactNode } from 'react';
import { VisibilityMenu } from '../activity/VisibilityMenu.js';
import { useSelected } from '../context.js';
import { LayoutMenu } from '../layout/LayoutMenu.js';
import type { Layout } from '../layout/use-layout.js';
import { Icon } from '../parts/icons.js';
import { SettingsMenu } from '../settings/SettingsMenu.js';
import { CoachAbsence } from './CoachAbsence.js';
import { ConnectionState } from './ConnectionState.js';
import { DashboardMenu } from './DashboardMenu.js';
import { MemoryState } from './MemoryState.js';

interface HeaderProps {
  readonly layout: Layout;
  readonly onActivity: () => void;
  readonly onKeys: () => void;
  /** What the page around adds, such as a button that closes the Workbench. */
  readonly actions?: ReactNode;
}

/** Which project this is, how it is connected, what the agent may see, and how the page is arranged. */
export function Header({ layout, onActivity, onKeys, actions }: HeaderProps) {
  const project = useSelected((state) => state.project);
  return (
    <header className="practice-root wb-part wb-header">
      <h2 className="wb-title" title={project?.path}>
        {project?.name ?? 'Workbench'}
      </h2>
      <ConnectionState />
      <CoachAbsence />
      <MemoryState />
      <div className="wb-header-actions">
        <VisibilityMenu onActivity={onActivity} />
        {layout.room !== 'single' && <LayoutMenu layout={layout} />}
        <DashboardMenu />
        <SettingsMenu />
        <button
          type="button"
          className="practice-icon-button"
          aria-label="Keyboard shortcuts"
          title="Keyboard shortcuts"
          onClick={onKeys}
        >
          <Icon name="keyboard" />
        </button>
        {actions}
      </div>
    </header>
  );
}
