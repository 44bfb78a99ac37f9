import type { Keyboard } from '../agents/claude-screens.js';
import { endProcessesOf } from '../machine/leftovers.js';
import type { AgentProgram } from '../machine/programs.js';
import { newStudent, type Student } from '../student.js';
import { askToBegin, greeted } from './begin.js';
import { closeAll, keep } from './closing.js';
import { CoachCommand, type CoachOptions } from './coach-command.js';
import type { CoachedProject } from './coached-project.js';
import { makeRepository } from './repository.js';
import { ScriptedCoach } from './scripted-coach.js';

interface RepositoryOptions {
  readonly agent: AgentProgram;
  /** What the student does before they begin. */
  readonly prepare?: (student: Student) => Promise<void>;
  readonly program?: CoachOptions['program'];
}

/** A repository that nobody has prepared, coached by a real CLI whose model is scripted. */
export class CoachedRepository implements AsyncDisposable {
  readonly agent: AgentProgram;
  readonly student: Student;
  readonly model: ScriptedCoach;
  readonly command: CoachCommand;
  readonly #things: AsyncDisposable[];

  /** Resolves once the command is ready: its agent may still be starting. */
  static async start({ agent, prepare, program }: RepositoryOptions): Promise<CoachedRepository> {
    const things: AsyncDisposable[] = [];
    try {
      const model = keep(things, await ScriptedCoach.start());
      const student = keep(things, await newStudent({ modelApi: model.api.url, agents: [agent] }));
      const folder = await makeRepository(student);
      await prepare?.(student);
      const options = { student, folder, agent, ...(program && { program }) };
      const command = keep(things, await CoachCommand.start(options));
      return new CoachedRepository({ agent, student, model, command, things });
    } catch (error) {
      await closeAll(things);
      throw error;
    }
  }

  private constructor(parts: {
    agent: AgentProgram;
    student: Student;
    model: ScriptedCoach;
    command: CoachCommand;
    things: AsyncDisposable[];
  }) {
    this.agent = parts.agent;
    this.student = parts.student;
    this.model = parts.model;
    this.command = parts.command;
    this.#things = parts.things;
  }

  get project(): CoachedProject {
    return this.command.project;
  }

  /** Resolves once the agent has greeted the student and waits for them. */
  async greeted(): Promise<void> {
    await greeted(this.agent, await this.project.startedPane());
  }

  /** The student asks the agent to begin. */
  async request(keyboard: Keyboard): Promise<void> {
    await this.greeted();
    await askToBegin({ agent: this.agent, model: this.model, pane: this.project.pane }, keyboard);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.command.stop();
    // Codex starts a server of its own that is meant to outlive it.
    if (this.agent === 'codex') await endProcessesOf(this.student.home);
    await closeAll(this.#things);
  }
}
