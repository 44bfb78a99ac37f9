import type { AgentList } from '@agent-factory/agent-cli';
import { AgentStates } from '../../agent-work/agent-states.js';
import { AgentObservers } from '../../agent-work/observers.js';
import type { Dependencies } from '../../dependencies/dependencies.js';
import type { EventLog } from '../../events/event-log.js';
import type { Foundation } from '../../foundation.js';
import type { Terminals } from '../../terminal/terminals.js';
import type { Tmux } from '../../tmux/tmux.js';
import { AgentWatch } from '../agent/agent-watch.js';
import type { HookList } from '../hooks.js';

export interface ObserveOptions extends Pick<Foundation, 'config' | 'log' | 'store' | 'port'> {
  readonly events: EventLog;
  readonly tmux: Tmux;
  readonly agents: AgentList;
  readonly dependencies: Dependencies;
  readonly terminals: Terminals;
  readonly hooks: HookList;
  /** The environment of sessions, as of now. */
  readonly env: () => Record<string, string>;
}

/** What finds out what the agents in terminals do and say, and when they end. */
export function observeAgents(options: ObserveOptions): {
  readonly work: AgentStates;
  readonly observers: AgentObservers;
  readonly watch: AgentWatch;
} {
  const { config, log, store, port, events, tmux, agents, dependencies, terminals, hooks, env } = options;
  const work = new AgentStates({ events, onChange: (exerciseId, now) => observers.handleState(exerciseId, now) });
  const observers: AgentObservers = new AgentObservers({
    ...{ store, port, tmux, agents, env },
    states: work,
    hooksFolder: config.paths.hooks,
    onMarker: (said) => hooks.onMarker(said),
    onSaid: (said) => hooks.onSaid(said),
    onFailure: (error, what) => log.warn({ err: error }, what),
  });
  const watch = new AgentWatch({
    tmux,
    agents,
    askSignedIn: (agent) => dependencies.askSignedIn(agent),
    onLeft: (sessionId) => observers.handleExit(sessionId),
    onExit: (sessionId, frame) => terminals.broadcast(sessionId, frame),
  });
  return { work, observers, watch };
}
