import type { EndReason } from '@agent-factory/protocol';

/** Where a terminal connection stands. */
export type ConnectionState =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting' }
  | { readonly status: 'attached' }
  /** Another tab writes to the session; `takeOver` takes it. */
  | { readonly status: 'waiting'; readonly reason: 'session_in_use' }
  /** `nextDelayMs` from now the attempt is made; 0 while it is under way. */
  | { readonly status: 'reconnecting'; readonly attempt: number; readonly nextDelayMs: number }
  /** Nothing more happens by itself. `message` is there where the daemon said why. */
  | { readonly status: 'lost'; readonly message?: string }
  | { readonly status: 'taken_over' }
  | { readonly status: 'ended'; readonly reason: EndReason };

/** What can happen to a connection. */
export type ConnectionAction =
  | { readonly type: 'opening' }
  | { readonly type: 'attached' }
  | { readonly type: 'in_use' }
  | { readonly type: 'waiting_to_retry'; readonly attempt: number; readonly delayMs: number }
  | { readonly type: 'given_up'; readonly message?: string | undefined }
  | { readonly type: 'taken_over' }
  | { readonly type: 'ended'; readonly reason: EndReason }
  | { readonly type: 'closed' };

export function reduceConnection(state: ConnectionState, action: ConnectionAction): ConnectionState {
  switch (action.type) {
    case 'opening':
      return opening(state);
    case 'attached':
      return { status: 'attached' };
    case 'in_use':
      return { status: 'waiting', reason: 'session_in_use' };
    case 'waiting_to_retry':
      return { status: 'reconnecting', attempt: action.attempt, nextDelayMs: action.delayMs };
    case 'given_up':
      return { status: 'lost', ...(action.message !== undefined && { message: action.message }) };
    case 'taken_over':
      return { status: 'taken_over' };
    case 'ended':
      return { status: 'ended', reason: action.reason };
    case 'closed':
      return { status: 'idle' };
  }
}

/** An attempt within a series of them keeps saying that it reconnects, so that nothing flickers. */
function opening(state: ConnectionState): ConnectionState {
  return state.status === 'reconnecting' ? { ...state, nextDelayMs: 0 } : { status: 'connecting' };
}
