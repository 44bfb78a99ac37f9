import { AgentList, asksOn } from '@agent-factory/agent-cli';
import type { ExerciseId } from '@agent-factory/protocol';
import { checkEnvironment } from '@agent-factory/subprocess';
import { WorkbenchPass } from '../access/workbench-pass.js';
import { Catalog } from '../catalog/catalog.js';
import { Dependencies } from '../dependencies/dependencies.js';
import { DependencyWatch } from '../dependencies/dependency-watch.js';
import { EventLog } from '../events/event-log.js';
import type { Foundation } from '../foundation.js';
import { recordedSessions } from '../store/records/sessions.js';
import { sessionEnvironment } from '../system/child-environment.js';
import { KeyedQueue } from '../system/keyed-queue.js';
import { Terminals } from '../terminal/terminals.js';
import { Tmux } from '../tmux/tmux.js';
import { TmuxWidths } from '../tmux/widths/tmux-widths.js';
import { Folders } from '../workspaces/folders.js';
import { ProjectKeys } from '../workspaces/project-keys.js';
import { SlotBook } from './agent/slot-book.js';
import type { SessionContext } from './context.js';
import { Delivery } from './delivery/delivery.js';
import { Typing } from './delivery/typing.js';
import { HookList } from './hooks.js';
import { LiveSessions } from './live-sessions.js';
import { listenToTerminals } from './wiring/listen-to-terminals.js';
import { observeAgents } from './wiring/observe-agents.js';

/** Builds what sessions need, from what the daemon has. */
export function createContext(
  basis: Pick<Foundation, 'config' | 'log' | 'faults' | 'store' | 'port' | 'closing'>,
): SessionContext {
  const { config, log } = basis;
  const events = new EventLog(basis);
  basis.faults.onFault = (owner) => {
    const message = `An unexpected failure${owner === undefined ? '' : ` in ${owner}`}; the log has its cause.`;
    events.append({ type: 'error', data: { code: 'internal', message } });
  };
  const agents = new AgentList(config.paths.agents);
  const check = checkEnvironment(config.environment);
  const environments = {
    // The student may describe another agent at any time, which needs variables of its own.
    get session() {
      return sessionEnvironment(config.environment, agents);
    },
    check,
  };
  const { session } = environments;
  const tmux = new Tmux({
    home: config.paths.home,
    socketFolder: config.paths.sockets,
    configPath: config.paths.tmuxConfig,
    get environment() {
      return environments.session;
    },
  });
  const terminals = new Terminals({ tmux, log, faults: basis.faults });
  const dependencies = new Dependencies({ environments, agents, agent: config.agent });
  const hooks = new HookList();
  const env = () => environments.session;
  const observed = observeAgents({ ...basis, events, tmux, agents, dependencies, terminals, hooks, env });
  const typing = new Typing();
  const stateOf = (exerciseId: ExerciseId) => observed.work.of(exerciseId)?.state;
  const asks = (exerciseId: ExerciseId, screen: string) => {
    const agent = observed.work.of(exerciseId)?.agent;
    return asksOn(screen, agent === undefined ? [] : agents.find(agent)?.questions);
  };
  const onTyped = (exerciseId: ExerciseId, bytes: Buffer) => observed.observers.handleInput(exerciseId, bytes);
  const delivery = new Delivery({ tmux, events, typing, terminals, log, stateOf, asks, onTyped });
  listenToTerminals({ ...observed, terminals, hooks, typing });
  return {
    ...basis,
    events,
    tmux,
    terminals,
    widths: new TmuxWidths({ environment: session, path: config.paths.tmuxWidths, signal: basis.closing }),
    live: new LiveSessions(tmux, () => recordedSessions(basis.store)),
    turns: new KeyedQueue(),
    ...observed,
    slots: new SlotBook(),
    hooks,
    typing,
    delivery,
    missing: new DependencyWatch({ ...basis, events, dependencies, agents }),
    catalog: new Catalog(config.contentSource, config.paths.cache, log),
    dependencies,
    pass: new WorkbenchPass({ path: config.paths.workbenchKey }),
    folders: new Folders({ store: basis.store, paths: config.paths }),
    keys: new ProjectKeys(),
    agents,
    environments,
  };
}
