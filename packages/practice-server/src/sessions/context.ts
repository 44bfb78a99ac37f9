import type { Foundation } from '../foundation.js';
import type { KeyedQueue } from '../system/keyed-queue.js';
import type { Terminals } from '../terminal/terminals.js';
import type { TmuxWidths } from '../tmux/widths/tmux-widths.js';
import type { AgentWatch } from './agent/agent-watch.js';
import type { HookList } from './hooks.js';
import type { LiveSessions } from './live-sessions.js';

/** What the life of a session touches. */
export interface SessionContext extends Foundation {
  readonly live: LiveSessions;
  /** By session: what starts, ends or joins one takes its turn. */
  readonly turns: KeyedQueue;
  readonly watch: AgentWatch;
  readonly terminals: Terminals;
  readonly widths: TmuxWidths;
  /** What capabilities have to say to it. */
  readonly hooks: HookList;
}
