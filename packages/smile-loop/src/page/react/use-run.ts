import { useEffect, useReducer } from 'react';
import type { ObserveEvent } from '../../contract/observe-events.js';
import type { RecordedRun } from '../../contract/recorded-run.js';
import { followRun } from '../run/follow.js';
import { viewAfter } from '../view/after.js';
import { viewOfRun } from '../view/of-run.js';
import { EMPTY_VIEW, type View } from '../view/view.js';

export interface Told {
  /** Absent until it is read. */
  readonly run?: RecordedRun;
  /** As far as the run has come. */
  readonly view: View;
  readonly isConnected: boolean;
  /** Why the run cannot be followed. */
  readonly problem?: string;
}

type Message =
  | { readonly type: 'run'; readonly run: RecordedRun }
  | { readonly type: 'event'; readonly event: ObserveEvent }
  | { readonly type: 'connected'; readonly isConnected: boolean }
  | { readonly type: 'problem'; readonly message: string };

const NOTHING: Told = { view: EMPTY_VIEW, isConnected: true };

/** The run that this page is about, as it goes on. */
export function useRun(): Told {
  const [told, tell] = useReducer(after, NOTHING);
  useEffect(
    () =>
      followRun({
        onRun: (run) => tell({ type: 'run', run }),
        onEvent: (event) => tell({ type: 'event', event }),
        onConnected: (isConnected) => tell({ type: 'connected', isConnected }),
        onProblem: (message) => tell({ type: 'problem', message }),
      }),
    [],
  );
  return told;
}

function after(told: Told, message: Message): Told {
  switch (message.type) {
    case 'run':
      return { ...told, run: message.run, view: viewOfRun(message.run) };
    case 'event':
      return { ...told, view: viewAfter(told.view, message.event) };
    case 'connected':
      return { ...told, isConnected: message.isConnected };
    case 'problem':
      return { ...told, problem: message.message };
  }
}
