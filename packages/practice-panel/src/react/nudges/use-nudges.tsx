import type { RegistryEntry } from '@agent-factory/protocol';
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { eventsOf } from '../../client/events/events-of.js';
import type { JourneyState } from '../../client/journey/state.js';
import { NudgeControl } from '../../client/nudges/nudge-control.js';
import type { TerminalConnection } from '../../client/terminal/terminal-connection.js';
import { usePracticeClient } from '../context.js';
import { usePageHidden } from '../parts/use-page-hidden.js';
import { useSnapshot } from '../parts/use-snapshot.js';
import { useTabFacts } from '../tabs/use-tab-facts.js';
import type { TerminalControls } from '../terminal/TerminalPanel.js';
import { NudgeCard } from './NudgeCard.js';
import { NudgeField } from './NudgeField.js';
import { ANNOUNCEMENT } from './words.js';

interface NudgeParts {
  /** What lies over the terminal. */
  readonly card: ReactNode;
  /** For the settings. */
  readonly field: ReactNode;
}

interface NudgeOptions {
  readonly exercise: RegistryEntry;
  readonly state: JourneyState;
  readonly terminal: RefObject<TerminalControls | null>;
  /** Shows a short note. */
  readonly say: (words: string) => void;
}

const NONE: NudgeParts = { card: null, field: null };

/** Everything of the panel that is about nudges, where the practice server has any. */
export function useNudges({ exercise, state, terminal, say }: NudgeOptions): NudgeParts {
  const { server } = usePracticeClient();
  const { capabilities } = useTabFacts(exercise);
  const control = useMemo(() => new NudgeControl(exercise.id, server), [exercise.id, server]);
  const { offered } = useSnapshot(control);
  const isHidden = usePageHidden();
  const connection = state.phase.name === 'open' ? state.phase.terminal : undefined;
  const hasNudges = capabilities.has('nudges') && connection !== undefined;
  useEffect(() => (hasNudges ? control.follow(eventsOf(server)) : undefined), [control, server, hasNudges]);
  useSetAside(control, connection);
  useEffect(() => control.sentByItself.on((prompt) => say(`Your tutor was asked: ${prompt}`)), [control, say]);
  const place = usePlaceOf(offered?.nudgeId, terminal);
  if (!hasNudges) return NONE;
  return {
    card: !isHidden && (
      <>
        <p className="practice-visually-hidden" role="status">
          {offered && ANNOUNCEMENT}
        </p>
        <NudgeCard key={offered?.nudgeId} control={control} place={place} onDone={() => terminal.current?.focus()} />
      </>
    ),
    field: <NudgeField control={control} />,
  };
}

/** Whoever types or pastes has found something to do. */
function useSetAside(control: NudgeControl, connection: TerminalConnection | undefined): void {
  useEffect(() => {
    if (connection === undefined) return undefined;
    const setAside = () => control.setAside();
    const stops = [connection.typed.on(setAside), connection.pastes.subscribe(setAside)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [control, connection]);
}

/** Where it covers the least: away from the cursor, as it is when the nudge comes. It does not move while it is shown. */
function usePlaceOf(nudgeId: string | undefined, terminal: RefObject<TerminalControls | null>): 'top' | 'foot' {
  const placed = useRef<{ readonly nudgeId: string | undefined; readonly place: 'top' | 'foot' }>(undefined);
  if (placed.current?.nudgeId !== nudgeId || placed.current === undefined) {
    placed.current = { nudgeId, place: terminal.current?.isCursorLow() ? 'top' : 'foot' };
  }
  return placed.current.place;
}
