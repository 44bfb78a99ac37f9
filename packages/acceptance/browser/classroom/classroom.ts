import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type DaemonOptions,
  endProcessesOf,
  freePort,
  type ModelApi,
  newStudent,
  PracticeDaemon,
  Scenario,
  type Site,
  type Student,
  type StudentOptions,
  serveSite,
  startModelApi,
  type TmuxPane,
} from '../../src/index.js';
import { test as base } from '../test.js';
import { collectComplaints, reportFailure } from './failure-report.js';
import { PracticePage } from './practice-page.js';
import { tutorTurns } from './tutor.js';

export const EXERCISE = 'ch34-first-agent';
/** Its reference solution, which a student would reach in half an hour. */
export const SOLUTION = fileURLToPath(new URL(`../../../../exercises/${EXERCISE}/solution`, import.meta.url));
/** The exercise of another lesson. */
export const OTHER_EXERCISE = 'ch33-agent-loop';

/** What a test wants to be otherwise than usual. */
interface ClassroomOptions {
  /** Programs the student lacks or has; by default Claude Code and everything of the system. */
  machine: StudentOptions;
  signedIn: boolean;
  /** Whether the daemon runs when the test begins. */
  daemonRuns: boolean;
  daemonFlags: readonly string[];
}

/** A student with a site, a tutor and a daemon, everything their own. */
export interface Classroom {
  student: Student;
  api: ModelApi;
  scenario: Scenario;
  site: Site;
  /** The student's folder for the exercise. */
  workspace: string;
  /** The daemon. Throws before it was started. */
  readonly daemon: PracticeDaemon;
  /** What the daemon has printed, if it was started. */
  readonly daemonOutput: string;
  /** Starts the daemon where the page looks for it. */
  startDaemon(options?: Partial<Omit<DaemonOptions, 'student'>>): Promise<PracticeDaemon>;
  /** The exercise's tmux session, seen from outside. */
  readonly pane: TmuxPane;
}

interface Fixtures extends ClassroomOptions {
  classroom: Classroom;
  practice: PracticePage;
}

export const test = base.extend<Fixtures>({
  machine: [{}, { option: true }],
  signedIn: [true, { option: true }],
  daemonRuns: [true, { option: true }],
  daemonFlags: [[], { option: true }],

  classroom: async ({ machine, signedIn, daemonRuns, daemonFlags }, use) => {
    const closing = new Closing();
    try {
      await use(await openClassroom({ machine, signedIn, daemonRuns, daemonFlags }, closing));
    } finally {
      await closing[Symbol.asyncDispose]();
    }
  },

  practice: async ({ page, classroom }, use, info) => {
    const complaints = collectComplaints(page);
    await use(new PracticePage(page, classroom.site.url));
    await reportFailure(info, page, complaints, classroom.daemonOutput);
  },
});

/** Everything that was opened, closed again in the opposite order even if some of it fails to close. */
class Closing implements AsyncDisposable {
  readonly #things: AsyncDisposable[] = [];

  keep<T extends AsyncDisposable>(thing: T): T {
    this.#things.push(thing);
    return thing;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (const thing of this.#things.splice(0).reverse()) {
      await Promise.resolve(thing[Symbol.asyncDispose]()).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, failures.join('\n'));
  }
}

async function openClassroom(options: ClassroomOptions, closing: Closing): Promise<Classroom> {
  const scenario = new Scenario();
  const api = closing.keep(await startModelApi(scenario));
  const student = closing.keep(
    await newStudent({ ...options.machine, ...(options.signedIn && { modelApi: api.url }) }),
  );
  // Codex starts a server of its own that is meant to outlive it, and the daemon.
  if (options.machine.agents?.includes('codex')) {
    closing.keep({ [Symbol.asyncDispose]: async () => void (await endProcessesOf(student.home)) });
  }
  const workspace = await student.trust(join('af-practice', EXERCISE));
  await student.trust(join('af-practice', OTHER_EXERCISE));
  scenario.add(tutorTurns(workspace));
  const port = await freePort();
  const site = closing.keep(await serveSite({ serverUrl: `http://127.0.0.1:${port}` }));
  let daemon: PracticeDaemon | undefined;
  const running = () => {
    if (!daemon) throw new Error('The daemon was not started');
    return daemon;
  };
  const classroom: Classroom = {
    student,
    api,
    scenario,
    site,
    workspace,
    get daemon() {
      return running();
    },
    get daemonOutput() {
      return daemon?.output ?? '';
    },
    get pane() {
      return running().pane(EXERCISE);
    },
    async startDaemon(other = {}) {
      const usual = { student, content: site.url, port, flags: options.daemonFlags };
      daemon = closing.keep(await PracticeDaemon.start({ ...usual, ...other }));
      return daemon;
    },
  };
  if (options.daemonRuns) await classroom.startDaemon();
  return classroom;
}
