import { HOSTILE, HOSTILE_ISSUES, HOSTILE_MATERIALS } from './hostile.js';
import type { MindDaemon, Say } from './mind-daemon.js';
import { FULL, ISSUES, MATERIALS } from './states.js';

const NOBODY = { error: 'GitHub CLI is not there. Install it and run gh auth login, then look again.' };
const NO_MODEL = { error: 'The model did not answer in time. Try again in a minute.' };

/** Answers the questions of a page with a project. */
function onDashboard(daemon: MindDaemon, answer: (say: Say) => void): void {
  daemon.onMessage = ({ type }, say) => {
    if (type === 'session:start') say('session:started', { issueContext: null, phases: [], hintLevel: 'none' });
    if (type === 'dashboard:refresh_issues') say('dashboard:issues', ISSUES);
    if (type !== 'dashboard:request') return;
    say('dashboard:state', daemon.state);
    answer(say);
  };
}

/** What a daemon can be like, to look at. */
export const SCENES = {
  empty(daemon) {
    daemon.projects = [];
    daemon.memories = [];
    onDashboard(daemon, (say) => say('dashboard:issues', { issues: [] }));
  },
  full(daemon) {
    Object.assign(daemon, { state: FULL, stage: 'competent' });
    onDashboard(daemon, (say) => {
      say('dashboard:issues', ISSUES);
      say('dashboard:materials', MATERIALS);
    });
  },
  /** Issues and materials are on their way. */
  waiting(daemon) {
    Object.assign(daemon, { state: FULL, stage: 'competent' });
    onDashboard(daemon, () => {});
  },
  /** The state is there, and nothing else. */
  failing(daemon) {
    Object.assign(daemon, { state: FULL, stage: 'competent' });
    onDashboard(daemon, (say) => {
      say('dashboard:issues_error', NOBODY);
      say('dashboard:materials_error', NO_MODEL);
    });
  },
  /** The database does not answer. */
  broken(daemon) {
    daemon.answer = () => ({
      status: 503,
      body: { error: 'storage_unavailable', message: 'The database is locked. Try again.' },
    });
  },
  few(daemon) {
    const dreyfus = FULL.dreyfus.slice(0, 2);
    Object.assign(daemon, { state: { ...FULL, dreyfus, solutionLinesTold: 4 }, stage: 'competent' });
    onDashboard(daemon, (say) =>
      say('dashboard:issues', {
        issues: ISSUES.issues.slice(0, 1),
        advice: 'No model is reached, so these are as GitHub lists them. Set a key to have them chosen.',
      }),
    );
  },
  hostile(daemon) {
    daemon.state = HOSTILE;
    onDashboard(daemon, (say) => {
      say('dashboard:issues', HOSTILE_ISSUES);
      say('dashboard:materials', HOSTILE_MATERIALS);
    });
  },
} as const satisfies Readonly<Record<string, (daemon: MindDaemon) => void>>;

export function isScene(name: string): name is keyof typeof SCENES {
  return Object.hasOwn(SCENES, name);
}
