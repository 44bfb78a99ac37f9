import type { AgentObservers } from '../agent-work/observers.js';
import type { DependencyWatch } from '../dependencies/dependency-watch.js';
import type { Foundation } from '../foundation.js';
import type { KeyedQueue } from '../system/keyed-queue.js';
import type { Terminals } from '../terminal/terminals.js';
import type { TmuxWidths } from '../tmux/widths/tmux-widths.js';
import type { AgentWatch } from './agent/agent-watch.js';
import type { SlotBook } from './agent/slot-book.js';
import type { Delivery } from './delivery/delivery.js';
import type { Typing } from './delivery/typing.js';
import type { HookList } from './hooks.js';
import type { LiveSessions } from './live-sessions.js';

/** Everything that a session needs during its life. */
export interface SessionContext extends Foundation {
  readonly live: LiveSessions;
  /** By session: whatever starts, ends or joins it waits for its turn here. */
  readonly turns: KeyedQueue;
  readonly watch: AgentWatch;
  /** Who finds out what agents do, and what they say. */
  readonly observers: AgentObservers;
  readonly slots: SlotBook;
  readonly terminals: Terminals;
  readonly widths: TmuxWidths;
  /** What students type into terminals, by exercise. */
  readonly typing: Typing;
  /** How something is said to the agent in a terminal. */
  readonly delivery: Delivery;
  /** Tells pages when what a start has missed is there. */
  readonly missing: DependencyWatch;
  /** The hooks of the capabilities. */
  readonly hooks: HookList;
}
