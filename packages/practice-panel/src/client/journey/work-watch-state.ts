import type { WatchStreamRow } from '@agent-factory/protocol/watch';
import type { ClientError } from '../server/outcome.js';
import type { CheckState } from './check-state.js';

/** Check on save: on, or off, with the reason if it was not the student who stopped it. */
export type WatchState =
  | { readonly status: 'off'; readonly error?: ClientError }
  | {
      readonly status: 'on';
      readonly link: 'connecting' | 'connected' | 'reconnecting';
      /** Files whose save caused the latest check; none for the first. */
      readonly changed: readonly string[];
      /** The latest check. It is unofficial. */
      readonly check: CheckState;
    };

export type WatchAction =
  | { readonly type: 'watch_began' }
  | { readonly type: 'watch_row'; readonly row: WatchStreamRow }
  | { readonly type: 'watch_lost' }
  | { readonly type: 'watch_ended'; readonly error?: ClientError };

export const WATCH_OFF: WatchState = { status: 'off' };

export function reduceWatch(state: WatchState, action: WatchAction): WatchState {
  if (action.type === 'watch_began') {
    return { status: 'on', link: 'connecting', changed: [], check: { status: 'none' } };
  }
  if (action.type === 'watch_ended') return action.error ? { status: 'off', error: action.error } : WATCH_OFF;
  if (state.status === 'off') return state;
  if (action.type === 'watch_lost') return { ...state, link: 'reconnecting', check: whole(state.check) };
  return withRow({ ...state, link: 'connected' }, action.row);
}

type WatchOn = Extract<WatchState, { status: 'on' }>;

function withRow(state: WatchOn, row: WatchStreamRow): WatchState {
  switch (row.type) {
    case 'began':
      return { ...state, changed: row.changed, check: { status: 'running', rows: [] } };
    case 'criterion':
      if (state.check.status !== 'running') return state;
      return { ...state, check: { status: 'running', rows: [...state.check.rows, row.criterion] } };
    case 'result':
      return { ...state, check: { status: 'done', result: row.result } };
    case 'error':
      return { ...state, check: { status: 'failed', error: row.error } };
  }
}

/** A check that was cut off reports nothing more. */
function whole(check: CheckState): CheckState {
  return check.status === 'running' ? { status: 'none' } : check;
}
