import { homedir } from 'node:os';
import { join } from 'node:path';

/** Every place on the disk that the daemon may write to. */
export interface Paths {
  /** The home directory, or what `AF_PRACTICE_HOME` puts in its place. */
  readonly home: string;
  /** The student's folders, one for each exercise. */
  readonly workspaces: string;
  /** Our own state. */
  readonly state: string;
  /** The agents that the student has described. */
  readonly agents: string;
  /** What the student has chosen for the coach's mind. */
  readonly mind: string;
  readonly database: string;
  /** Held by the daemon of this home. */
  readonly lock: string;
  readonly cache: string;
  /** How wide tmux draws its characters, as it last told us. */
  readonly tmuxWidths: string;
  readonly archive: string;
  readonly logs: string;
  /** Recorded sessions, if there are any. */
  readonly recordings: string;
  readonly tmuxConfig: string;
  /** The folder of the tmux servers' sockets. */
  readonly sockets: string;
  /** One file for each session whose agent tells what it does: what it has to be told for that. */
  readonly hooks: string;
  /** The key that signs the cookies of our own page. */
  readonly workbenchKey: string;
  /** On which port the Workbench was last. */
  readonly lastPort: string;
  readonly discovery: string;
}

/** `AF_PRACTICE_HOME` replaces the home directory for everything here. */
export function pathsFor(home: string): Paths {
  const state = join(home, '.af-practice');
  return {
    home,
    workspaces: join(home, 'af-practice'),
    state,
    agents: join(state, 'agents.json'),
    mind: join(state, 'coach.json'),
    database: join(state, 'state.db'),
    lock: join(state, 'lock.db'),
    cache: join(state, 'cache'),
    tmuxWidths: join(state, 'cache', 'tmux-widths.json'),
    archive: join(state, 'archive'),
    logs: join(state, 'logs'),
    recordings: join(state, 'recordings'),
    tmuxConfig: join(state, 'tmux.conf'),
    sockets: join(state, 'run'),
    hooks: join(state, 'hooks'),
    workbenchKey: join(state, 'workbench.key'),
    lastPort: join(state, 'last-port'),
    discovery: join(home, '.af-practice-server.json'),
  };
}

export function practiceHome(environment: NodeJS.ProcessEnv): string {
  return environment.AF_PRACTICE_HOME || environment.HOME || homedir();
}

/** A path for people: with `~` for the home directory. */
export function tildify(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
