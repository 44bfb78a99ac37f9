import type { RefObject } from 'react';
import { canOwnWindow, LessonPlace, type WindowPlace } from '../../client/browser/own-window.js';
import type { ExerciseJourney } from '../../client/journey/journey.js';
import type { JourneyState } from '../../client/journey/state.js';
import type { PracticePanelProps } from '../props.js';
import { FULL_SCREEN_KEY, findKey, READING_KEY } from '../shortcuts/panel-keys.js';
import type { TerminalControls } from '../terminal/TerminalPanel.js';
import type { PanelAction } from '../toolbar/MoreMenu.js';
import type { FullScreen } from './screen/use-full-screen.js';

interface PanelParts
  extends Pick<PracticePanelProps, 'windowUrl' | 'onClose' | 'onContinueInChat' | 'onShowDashboard'> {
  readonly journey: ExerciseJourney;
  readonly state: JourneyState;
  readonly terminal: RefObject<TerminalControls | null>;
  readonly fullScreen: FullScreen;
  readonly place: LessonPlace | WindowPlace;
  /** Names of the capabilities of the practice server. */
  readonly capabilities: ReadonlySet<string>;
  readonly onChangeAgent: () => void;
  /** Shows a short note. */
  readonly say: (words: string) => void;
}

const BLOCKED = 'The browser blocked the new window. Allow pop-ups for this site, then try again.';

/** What can be done with the panel as a whole. */
export function panelActions(parts: PanelParts): PanelAction[] {
  const { terminal, fullScreen } = parts;
  return [
    ...aidActions(parts),
    { label: 'Find in the history', shortcut: findKey(), run: () => terminal.current?.search() },
    { label: 'View as text', shortcut: READING_KEY, run: () => terminal.current?.read() },
    {
      label: fullScreen.mode === 'off' ? 'Full screen' : 'Leave full screen',
      shortcut: FULL_SCREEN_KEY,
      run: fullScreen.toggle,
    },
    ...placeActions(parts),
    ...agentActions(parts),
    ...coachActions(parts),
  ];
}

/** Who the student works with, and where they talk. */
function agentActions({ capabilities, onContinueInChat, onChangeAgent }: PanelParts): PanelAction[] {
  const actions: PanelAction[] = [];
  if (onContinueInChat && capabilities.has('conversations')) {
    actions.push({ label: 'Follow in chat', run: () => onContinueInChat('follow') });
    actions.push({ label: 'Continue in chat', run: () => onContinueInChat('take_over') });
  }
  if (capabilities.has('agents')) actions.push({ label: 'Change agent…', run: onChangeAgent });
  return actions;
}

/** What the coach knows of the student. */
function coachActions({ capabilities, onShowDashboard }: PanelParts): PanelAction[] {
  if (onShowDashboard === undefined || !capabilities.has('coach')) return [];
  return [{ label: 'Your dashboard', run: onShowDashboard }];
}

/** The way to the exercise's other place, if it has one. */
function placeActions({ place, say, windowUrl, onClose }: PanelParts): PanelAction[] {
  if (!(place instanceof LessonPlace)) return onClose ? [{ label: 'Back beside the lesson', run: onClose }] : [];
  if (windowUrl === undefined || !canOwnWindow()) return [];
  return [{ label: 'Open in its own window', run: () => !place.openWindow(windowUrl) && say(BLOCKED) }];
}

/** What helps with the exercise, even before the first check. */
function aidActions({ journey: { aids }, state: { phase, watch } }: PanelParts): PanelAction[] {
  const toggle: PanelAction =
    watch.status === 'on'
      ? { label: 'Stop checking on save', run: () => aids.watch.stop() }
      : { label: 'Check on save', run: () => aids.watch.start() };
  const hasSolution = phase.name === 'open' && phase.session.outline.hasSolution;
  return hasSolution ? [toggle, { label: 'Show solution…', run: () => void aids.showSolution() }] : [toggle];
}
