import type { AgentObservers } from '../agent-work/observers.js';
import type { Foundation } from '../foundation.js';
import type { TmuxWidths } from '../tmux/widths/tmux-widths.js';
import type { Sessions } from './sessions.js';

/** What a capability may use of the daemon. */
export interface SessionAccess extends Foundation {
  readonly observers: Pick<AgentObservers, 'sessionOf'>;
  readonly widths: Pick<TmuxWidths, 'askAhead'>;
  readonly sessions: Pick<
    Sessions,
    | 'agentOf'
    | 'check'
    | 'choiceFor'
    | 'describeWork'
    | 'listExercises'
    | 'mayNudge'
    | 'noteActivity'
    | 'noteMarker'
    | 'noteSaid'
    | 'prepare'
    | 'requireSlot'
    | 'say'
    | 'sayWhenWaiting'
    | 'start'
    | 'switchAgent'
    | 'takeOver'
    | 'tell'
    | 'typing'
    | 'verify'
  >;
}
