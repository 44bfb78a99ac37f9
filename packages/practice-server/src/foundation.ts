import type { AgentList } from '@agent-factory/agent-cli';
import type { WorkbenchPass } from './access/workbench-pass.js';
import type { AgentStates } from './agent-work/agent-states.js';
import type { Catalog } from './catalog/catalog.js';
import type { Config } from './config.js';
import type { Dependencies } from './dependencies/dependencies.js';
import type { EventLog } from './events/event-log.js';
import type { Store } from './store/open.js';
import type { Faults } from './system/faults.js';
import type { Logger } from './system/log.js';
import type { Tmux } from './tmux/tmux.js';
import type { Folders } from './workspaces/folders.js';
import type { ProjectKeys } from './workspaces/project-keys.js';

/** What everything in the daemon builds on, the core and its capabilities. Created once, at its start. */
export interface Foundation {
  readonly config: Config;
  readonly log: Logger;
  readonly faults: Faults;
  readonly store: Store;
  /** Where everything that happens is written down, and where capabilities meet. */
  readonly events: EventLog;
  /** What the agents in terminals do. */
  readonly work: Pick<AgentStates, 'of'>;
  readonly tmux: Tmux;
  readonly catalog: Catalog;
  readonly agents: AgentList;
  readonly dependencies: Dependencies;
  /** Folders of the student that were opened as projects. */
  readonly folders: Folders;
  /** What their agents sign in with, where the command line has brought it. */
  readonly keys: ProjectKeys;
  /** Environment variables for the programs of a session, and for a check; both safelisted, and of this moment. */
  readonly environments: { readonly session: Record<string, string>; readonly check: Record<string, string> };
  /** The port we listen on. */
  readonly port: () => number;
  /** How our own page proves that it is the student's. */
  readonly pass: WorkbenchPass;
  /** Aborts when the daemon closes: whatever still runs for a request then ends with `shutting_down`. */
  readonly closing: AbortSignal;
}
