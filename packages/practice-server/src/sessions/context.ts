import type { Catalog } from '../catalog/catalog.js';
import type { Config } from '../config.js';
import type { Dependencies } from '../dependencies/dependencies.js';
import type { Store } from '../store/open.js';
import type { Faults } from '../system/faults.js';
import type { KeyedQueue } from '../system/keyed-queue.js';
import type { Logger } from '../system/log.js';
import type { Terminals } from '../terminal/terminals.js';
import type { Tmux } from '../tmux/tmux.js';
import type { TmuxWidths } from '../tmux/widths/tmux-widths.js';
import type { AgentWatch } from './agent/agent-watch.js';
import type { LiveSessions } from './live-sessions.js';

/** What the life of a session touches. Built once, at the start of the daemon. */
export interface SessionContext {
  readonly config: Config;
  readonly store: Store;
  readonly log: Logger;
  readonly faults: Faults;
  readonly tmux: Tmux;
  readonly live: LiveSessions;
  /** By session: what starts, ends or joins one takes its turn. */
  readonly turns: KeyedQueue;
  readonly watch: AgentWatch;
  readonly terminals: Terminals;
  readonly widths: TmuxWidths;
  readonly catalog: Catalog;
  readonly dependencies: Dependencies;
  readonly environments: { readonly session: Record<string, string>; readonly check: Record<string, string> };
  /** Port we listen on. */
  readonly port: () => number;
  /** The daemon closes: set-up commands and checks that still run end, with `shutting_down`. */
  readonly closing: AbortSignal;
}
