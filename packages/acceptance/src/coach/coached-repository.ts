import type { Keyboard } from '../agents/claude-screens.js';
import type { AgentProgram } from '../machine/programs.js';
import type { Student } from '../student.js';
import { askToBegin, greeted } from './begin.js';
import { CoachCommand, type CoachOptions } from './coach-command.js';
import type { CoachedProject } from './coached-project.js';
import { type CoachedParts, CoachedStudent, keep, openCoached } from './coached-student.js';
import { makeRepository } from './repository.js';

interface RepositoryOptions extends Partial<Pick<CoachOptions, 'program' | 'port'>> {
  readonly agent: AgentProgram;
  /** By default they are; otherwise, they have no key either. */
  readonly isSignedIn?: boolean | undefined;
  /** What the student does before they begin. */
  readonly prepare?: (student: Student) => Promise<void>;
  /** Laid over the student's environment for the daemon. */
  readonly env?: (parts: CoachedParts) => Readonly<Record<string, string>>;
}

/** A repository that nobody has prepared, coached by a real CLI whose model is scripted. */
export class CoachedRepository extends CoachedStudent {
  readonly command: CoachCommand;

  /** Resolves once the command is ready: its agent may still be starting. */
  static start({ agent, isSignedIn, prepare, env, ...command }: RepositoryOptions): Promise<CoachedRepository> {
    return openCoached({ agent, isSignedIn }, async (parts) => {
      const { student, things } = parts;
      const folder = await makeRepository(student);
      await prepare?.(student);
      const options = { ...command, student, folder, agent, ...(env && { env: env(parts) }) };
      return new CoachedRepository(parts, keep(things, await CoachCommand.start(options)));
    });
  }

  private constructor(parts: CoachedParts, command: CoachCommand) {
    super(parts);
    this.command = command;
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

  override async [Symbol.asyncDispose](): Promise<void> {
    await this.command.stop();
    await super[Symbol.asyncDispose]();
  }
}
