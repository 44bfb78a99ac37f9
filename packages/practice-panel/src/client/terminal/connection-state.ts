import type { EndReason, GridSize, ViewerRole } from '@agent-factory/protocol';

/** Where a terminal connection stands. */
export type ConnectionState =
  | { readonly status: 'idle' }
  | { readonly status: 'connecting' }
  | Attached
  /** The attempt is made `nextDelayMs` from now; 0 while it is under way. */
  | { readonly status: 'reconnecting'; readonly attempt: number; readonly nextDelayMs: number }
  /** Nothing more happens by itself. `message` is the daemon's reason; without it, the daemon cannot be reached. */
  | { readonly status: 'lost'; readonly message?: string }
  | { readonly status: 'ended'; readonly reason: EndReason };

interface Attached {
  readonly status: 'attached';
  /** A watcher sees the writer's screen, and its keys go nowhere; `takeOver` makes it the writer. */
  readonly role: ViewerRole;
  /** The session's grid, which is the writer's. */
  readonly grid: GridSize;
  /** The screen shows what was printed seconds ago: this tab is slower than the program. */
  readonly behind: boolean;
}

/** What can happen to a connection. */
export type ConnectionAction =
  | { readonly type: 'opening' }
  | { readonly type: 'attached'; readonly role: ViewerRole; readonly grid: GridSize }
  | { readonly type: 'grid'; readonly grid: GridSize }
  | { readonly type: 'lag'; readonly behind: boolean }
  | { readonly type: 'waiting_to_retry'; readonly attempt: number; readonly delayMs: number }
  | { readonly type: 'given_up'; readonly message?: string | undefined }
  | { readonly type: 'ended'; readonly reason: EndReason }
  | { readonly type: 'closed' };

export function reduceConnection(state: ConnectionState, action: ConnectionAction): ConnectionState {
  switch (action.type) {
    case 'opening':
      return opening(state);
    case 'attached':
      return { status: 'attached', role: action.role, grid: action.grid, behind: false };
    case 'grid':
      return state.status === 'attached' ? { ...state, grid: action.grid } : state;
    case 'lag':
      return state.status === 'attached' ? { ...state, behind: action.behind } : state;
    case 'waiting_to_retry':
      return { status: 'reconnecting', attempt: action.attempt, nextDelayMs: action.delayMs };
    case 'given_up':
      return { status: 'lost', ...(action.message !== undefined && { message: action.message }) };
    case 'ended':
      return { status: 'ended', reason: action.reason };
    case 'closed':
      return { status: 'idle' };
  }
}

/** Whether what is typed reaches the program. */
export function isWriting(state: ConnectionState): boolean {
  return state.status === 'attached' && state.role === 'writer';
}

/** Within a series of attempts the state stays `reconnecting`, so that nothing flickers. */
function opening(state: ConnectionState): ConnectionState {
  return state.status === 'reconnecting' ? { ...state, nextDelayMs: 0 } : { status: 'connecting' };
}
