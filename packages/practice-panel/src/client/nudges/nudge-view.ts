import type { EventData, PracticeEvent } from '@agent-factory/protocol/events';
import type { NudgeState, OfferedNudge } from '@agent-factory/protocol/nudges';
import type { ClientError } from '../server/outcome.js';

/** What this page knows of the nudges of one exercise. */
export interface NudgeView {
  /** What the student is offered now. */
  readonly offered: OfferedNudge | undefined;
  /** What was chosen on this page, and is on its way. */
  readonly sending: string | undefined;
  /** Why it did not arrive. `isFinal`: to try again would change nothing. */
  readonly problem: { readonly message: string; readonly isFinal: boolean } | undefined;
  /** Undefined until the practice server has told. */
  readonly settings: Pick<NudgeState, 'mode' | 'muted'> | undefined;
}

export type NudgeAction =
  | { readonly type: 'read'; readonly state: NudgeState }
  | { readonly type: 'happened'; readonly event: PracticeEvent }
  | { readonly type: 'set_aside' }
  | { readonly type: 'answering'; readonly send: string | undefined }
  | { readonly type: 'answered' }
  | { readonly type: 'failed'; readonly error: ClientError };

export const NO_NUDGE: NudgeView = { offered: undefined, sending: undefined, problem: undefined, settings: undefined };

/** Codes of answers after which the nudge is not there any more. */
const FINAL: ReadonlySet<string> = new Set(['nudge_failed', 'nudge_not_found']);

export function reduceNudge(view: NudgeView, action: NudgeAction): NudgeView {
  switch (action.type) {
    case 'read':
      return read(view, action.state);
    case 'happened':
      return happened(view, action.event);
    case 'set_aside':
      return view.sending === undefined ? withoutOffer(view) : view;
    case 'answering':
      return { ...view, sending: action.send, problem: undefined };
    case 'answered':
      return withoutOffer(view);
    case 'failed':
      return failed(view, action.error);
  }
}

function read(view: NudgeView, { mode, muted, offered }: NudgeState): NudgeView {
  const settings = { mode, muted };
  if (view.sending !== undefined || view.problem !== undefined) return { ...view, settings };
  return { ...view, settings, offered };
}

function happened(view: NudgeView, event: PracticeEvent): NudgeView {
  switch (event.type) {
    case 'nudge_offered':
      return offered(view, event.data);
    case 'nudge_sent':
    case 'nudge_dismissed':
    case 'nudge_dropped':
      // What this page has chosen is told by the answer to it.
      return view.sending === undefined && view.offered?.nudgeId === event.data.nudgeId ? withoutOffer(view) : view;
    case 'nudge_muted':
      return event.data.muted ? withoutOffer(view) : view;
    case 'agent_state':
      return view.sending !== undefined || event.data.state === 'waiting' ? view : withoutOffer(view);
    case 'session_ended':
      return withoutOffer(view);
    default:
      return view;
  }
}

function offered(view: NudgeView, { nudgeId, prompts }: EventData<'nudge_offered'>): NudgeView {
  return { ...view, offered: { nudgeId, prompts }, sending: undefined, problem: undefined };
}

/** Nobody has to be told that what they did not want is gone already. */
function failed(view: NudgeView, { error, message }: ClientError): NudgeView {
  if (view.sending === undefined && FINAL.has(error)) return withoutOffer(view);
  return { ...view, sending: undefined, problem: { message, isFinal: FINAL.has(error) } };
}

function withoutOffer(view: NudgeView): NudgeView {
  if (view.offered === undefined && view.sending === undefined && view.problem === undefined) return view;
  return { ...NO_NUDGE, settings: view.settings };
}
