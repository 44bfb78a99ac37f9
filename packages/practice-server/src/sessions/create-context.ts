import { AgentList } from '@agent-factory/agent-cli';
import { type ExerciseId, exerciseIdOf } from '@agent-factory/protocol';
import type { AgentState } from '@agent-factory/protocol/events';
import { checkEnvironment } from '@agent-factory/subprocess';
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
import { AgentWatch } from './agent/agent-watch.js';
import { SlotBook } from './agent/slot-book.js';
import type { SessionContext } from './context.js';
import { Delivery } from './delivery/delivery.js';
import { Typing } from './delivery/typing.js';
import { HookList } from './hooks.js';
import { LiveSessions } from './live-sessions.js';

/** Builds what sessions need, from what the daemon has. */
export function createContext(
  basis: Pick<Foundation, 'config' | 'log' | 'faults' | 'store' | 'port' | 'closing'>,
): SessionContext {
  const { config, log } = basis;
  const events = new EventLog(basis);
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
  const watch = new AgentWatch({
    tmux,
    agents,
    askSignedIn: (agent) => dependencies.askSignedIn(agent),
    onExit: (sessionId, frame) => terminals.broadcast(sessionId, frame),
  });
  const hooks = new HookList();
  terminals.greetingsOf = (sessionId) => {
    const exit = watch.exitOf(sessionId);
    return [...(exit ? [exit] : []), ...hooks.greetingsOf(exerciseIdOf(sessionId) ?? sessionId)];
  };
  const typing = new Typing();
  const states = new Map<ExerciseId, AgentState>();
  events.on((event) => {
    if (event.type === 'agent_state' && event.conversationId === undefined && event.exerciseId !== undefined)
      states.set(event.exerciseId, event.data.state);
    if (event.type === 'session_ended' && event.exerciseId !== undefined) states.delete(event.exerciseId);
  });
  const delivery = new Delivery({ tmux, events, typing, log, stateOf: (exerciseId) => states.get(exerciseId) });
  terminals.onInput = (sessionId, bytes) => {
    const exerciseId = exerciseIdOf(sessionId) ?? sessionId;
    hooks.onInput(exerciseId, bytes);
    if (!typing.note(exerciseId, bytes)) return;
    hooks.onTyped(exerciseId);
    delivery.tryWaiting(exerciseId);
  };
  terminals.onPresence = (sessionId, presences) => hooks.onPresence(exerciseIdOf(sessionId) ?? sessionId, presences);
  return {
    ...basis,
    events,
    tmux,
    terminals,
    widths: new TmuxWidths({ environment: session, path: config.paths.tmuxWidths, signal: basis.closing }),
    live: new LiveSessions(tmux, () => recordedSessions(basis.store)),
    turns: new KeyedQueue(),
    watch,
    slots: new SlotBook(),
    hooks,
    typing,
    delivery,
    missing: new DependencyWatch({ ...basis, events, dependencies, agents }),
    catalog: new Catalog(config.contentSource, config.paths.cache, log),
    dependencies,
    agents,
    environments,
  };
}
