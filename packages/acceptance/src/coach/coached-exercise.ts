import { join } from 'node:path';
import type { Keyboard } from '../agents/claude-screens.js';
import { PracticeDaemon } from '../daemon.js';
import { endProcessesOf } from '../machine/leftovers.js';
import { freePort } from '../machine/loopback.js';
import type { AgentProgram } from '../machine/programs.js';
import type { TmuxPane } from '../machine/tmux.js';
import { type Site, serveSite } from '../site.js';
import { newStudent, type Student } from '../student.js';
import { askToBegin, greeted } from './begin.js';
import { closeAll, keep } from './closing.js';
import { ScriptedCoach } from './scripted-coach.js';
import { EXERCISE, workbenchExercise } from './workbench-exercise.js';

interface ExerciseOptions {
  readonly agent: AgentProgram;
  /** What the student does before they begin. */
  readonly prepare?: (student: Student) => Promise<void>;
  /** Whether the exercise asks for the Workbench; by default it does. */
  readonly asks?: boolean;
}

/** What the panel says of the size of its terminal. */
const SIZE = { cols: 120, rows: 50 };

/** An exercise of a lesson site, with the real CLI of a student as its tutor, whose model is scripted. */
export class CoachedExercise implements AsyncDisposable {
  readonly agent: AgentProgram;
  readonly student: Student;
  readonly model: ScriptedCoach;
  readonly site: Site;
  readonly daemon: PracticeDaemon;
  /** Absolute path of the student's folder for the exercise, which is made when it is started. */
  readonly workspace: string;
  readonly #things: AsyncDisposable[];

  /** Resolves once site and daemon answer. Nothing was started yet. */
  static async open({ agent, prepare, asks }: ExerciseOptions): Promise<CoachedExercise> {
    const things: AsyncDisposable[] = [];
    try {
      const model = keep(things, await ScriptedCoach.start());
      const student = keep(things, await newStudent({ modelApi: model.api.url, agents: [agent] }));
      const workspace = await student.trust(join('af-practice', EXERCISE));
      await prepare?.(student);
      const port = await freePort();
      const serverUrl = `http://127.0.0.1:${port}`;
      const site = keep(things, await serveSite({ serverUrl }, await workbenchExercise(asks)));
      const flags = ['--agent', agent];
      const daemon = keep(things, await PracticeDaemon.start({ student, content: site.url, port, flags }));
      return new CoachedExercise({ agent, student, model, site, daemon, workspace, things });
    } catch (error) {
      await closeAll(things);
      throw error;
    }
  }

  private constructor(parts: {
    agent: AgentProgram;
    student: Student;
    model: ScriptedCoach;
    site: Site;
    daemon: PracticeDaemon;
    workspace: string;
    things: AsyncDisposable[];
  }) {
    this.agent = parts.agent;
    this.student = parts.student;
    this.model = parts.model;
    this.site = parts.site;
    this.daemon = parts.daemon;
    this.workspace = parts.workspace;
    this.#things = parts.things;
  }

  get pane(): TmuxPane {
    return this.daemon.pane(EXERCISE);
  }

  /** Asks for a session as the panel of a lesson does. Resolves once the agent has greeted the student. */
  async start(): Promise<void> {
    const answer = await fetch(`${this.daemon.url}/exercises/start`, {
      method: 'POST',
      headers: { Origin: this.site.url, 'Content-Type': 'application/json' },
      body: JSON.stringify({ exerciseId: EXERCISE, size: SIZE }),
    });
    if (!answer.ok) throw new Error(`The exercise was not started: ${await answer.text()}`);
    await greeted(this.agent, this.pane);
  }

  /** The student, whom the agent has greeted, asks it to begin. */
  async request(keyboard: Keyboard): Promise<void> {
    await greeted(this.agent, this.pane);
    await askToBegin(this, keyboard);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Codex starts a server of its own that is meant to outlive it.
    if (this.agent === 'codex') await endProcessesOf(this.student.home);
    await closeAll(this.#things);
  }
}
