import { endProcessesOf } from '../machine/leftovers.js';
import type { AgentProgram } from '../machine/programs.js';
import { newStudent, type Student } from '../student.js';
import { ScriptedCoach } from './scripted-coach.js';

/** A student with the real CLI of one agent, whose model is scripted, and what is open for them. */
export interface CoachedParts {
  readonly agent: AgentProgram;
  readonly student: Student;
  readonly model: ScriptedCoach;
  /** Closed at the end, the last first. */
  readonly things: AsyncDisposable[];
}

export abstract class CoachedStudent implements AsyncDisposable {
  readonly agent: AgentProgram;
  readonly student: Student;
  readonly model: ScriptedCoach;
  readonly #things: AsyncDisposable[];

  protected constructor({ agent, student, model, things }: CoachedParts) {
    this.agent = agent;
    this.student = student;
    this.model = model;
    this.#things = things;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Codex starts a server of its own that is meant to outlive it.
    if (this.agent === 'codex') await endProcessesOf(this.student.home);
    await closeAll(this.#things);
  }
}

interface CoachedOptions {
  readonly agent: AgentProgram;
  /** By default they are. Whoever is not has no key either. */
  readonly isSignedIn?: boolean | undefined;
}

/** Opens model and student, and then what is wanted for them; where that fails, nothing stays open. */
export async function openCoached<T>(
  { agent, isSignedIn = true }: CoachedOptions,
  open: (parts: CoachedParts) => Promise<T>,
): Promise<T> {
  const things: AsyncDisposable[] = [];
  try {
    const model = keep(things, await ScriptedCoach.start());
    const student = keep(things, await newStudent({ agents: [agent], ...(isSignedIn && { modelApi: model.api.url }) }));
    return await open({ agent, student, model, things });
  } catch (error) {
    await closeAll(things);
    throw error;
  }
}

/** Adds what has to be closed, and gives it back. */
export function keep<T extends AsyncDisposable>(things: AsyncDisposable[], thing: T): T {
  things.push(thing);
  return thing;
}

/** In the opposite order, even if some of it fails to close. */
async function closeAll(things: AsyncDisposable[]): Promise<void> {
  const failures: unknown[] = [];
  for (const thing of things.splice(0).reverse()) {
    await Promise.resolve(thing[Symbol.asyncDispose]()).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.join('\n'));
}
