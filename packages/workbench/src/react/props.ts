import type { ReactNode, Ref } from 'react';
import type { Workbench } from '../client/workbench.js';
import type { ColourScheme } from '../editor/types.js';
import type { PaneId } from './layout/arrangement.js';

/** What the page around can do with the Workbench. */
export interface WorkbenchControls {
  /** Shows a part of the page and puts the keyboard into it. */
  focus(pane: PaneId): void;
}

export interface WorkbenchPanelProps {
  /** Connected by the panel, and closed by whoever made it. */
  readonly workbench: Workbench;
  /** Such as a `TerminalPanel`. It fills its place. Without it there is no place for it. */
  readonly terminal?: ReactNode;
  /** What is learnt from. Without it there is no place for it. */
  readonly lesson?: ReactNode;
  readonly theme: ColourScheme;
  /** Starts the exercise that is the project, where the student has not started it yet. */
  readonly onStart?: () => void;
  /** Shown at the end of the header. */
  readonly actions?: ReactNode;
  readonly controls?: Ref<WorkbenchControls>;
}
