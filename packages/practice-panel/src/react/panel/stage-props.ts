import type { ReactNode, RefObject } from 'react';
import type { ExerciseJourney } from '../../client/journey/journey.js';
import type { JourneyState } from '../../client/journey/state.js';
import type { PracticePanelProps, SiteLinks } from '../props.js';
import type { Stages } from '../stages/use-stages.js';
import type { TerminalControls, TerminalPanelProps } from '../terminal/TerminalPanel.js';

/** What everything below the toolbar works with. */
export interface StageProps {
  readonly journey: ExerciseJourney;
  readonly state: JourneyState;
  readonly stages: Stages;
  readonly theme: PracticePanelProps['theme'];
  readonly links: SiteLinks;
  readonly onClose: (() => void) | undefined;
  /** Undefined where there is no chat to go on in. */
  readonly onContinueInChat: PracticePanelProps['onContinueInChat'] | undefined;
  readonly onLeave: () => void;
  readonly controls: RefObject<TerminalControls | null>;
  readonly onExplain: TerminalPanelProps['onExplain'];
  readonly overTerminal: ReactNode;
}
