import { join } from 'node:path';
import type { Keyboard } from '../agents/claude-screens.js';
import { PracticeDaemon } from '../daemon.js';
import { freePort } from '../machine/loopback.js';
import type { AgentProgram } from '../machine/programs.js';
import type { TmuxPane } from '../machine/tmux.js';
import { type Site, serveSite } from '../site.js';
import type { Student } from '../student.js';
import { askToBegin, greeted } from './begin.js';
import { type CoachedParts, CoachedStudent, keep, openCoached } from './coached-student.js';
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
export class CoachedExercise extends CoachedStudent {
  readonly site: Site;
  readonly daemon: PracticeDaemon;
  /** Absolute path of the student's folder for the exercise, which is made when it is started. */
  readonly workspace: string;

  /** Resolves once site and daemon answer. Nothing was started yet. */
  static open({ agent, prepare, asks }: ExerciseOptions): Promise<CoachedExercise> {
    return openCoached({ agent }, async (parts) => {
      const { student, things } = parts;
      const workspace = await student.trust(join('af-practice', EXERCISE));
      await prepare?.(student);
      const port = await freePort();
      const serverUrl = `http://127.0.0.1:${port}`;
      const site = keep(things, await serveSite({ serverUrl }, await workbenchExercise(asks)));
      const flags = ['--agent', agent];
      const daemon = keep(things, await PracticeDaemon.start({ student, content: site.url, port, flags }));
      return new CoachedExercise(parts, { site, daemon, workspace });
    });
  }

  private constructor(
    parts: CoachedParts,
    { site, daemon, workspace }: Pick<CoachedExercise, 'site' | 'daemon' | 'workspace'>,
  ) {
    super(parts);
    this.site = site;
    this.daemon = daemon;
    this.workspace = workspace;
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
}
