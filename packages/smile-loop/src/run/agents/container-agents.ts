import { join } from 'node:path';
import type { Inbox } from '../../api/inbox.js';
import { systemReason } from '../../config/system-reason.js';
import type { Engine } from '../../container/engine.js';
import { SmileContainer } from '../../container/smile-container.js';
import type { MentorResult, Role, StudentResult } from '../../contract/agents.js';
import { SmileError } from '../../contract/errors.js';
import { PLACES } from '../../contract/judge-task.js';
import type { Verdict } from '../../contract/loop-state.js';
import type { Live } from '../../contract/observe-events.js';
import type { Agents, MentorTask, StudentTask } from '../../loop/agents.js';
import { readAtMost } from '../../tutorial/read.js';
import type { Audit } from '../audit.js';
import type { ModelDoor } from '../model-door.js';
import type { Checks } from '../plan.js';
import { AgentContainer } from './agent-container.js';
import { judgeInside } from './judge.js';
import { mentorWrapperTask, studentWrapperTask } from './prompts.js';
import { judgeRequest, mentorRequest, type RunFacts, studentRequest } from './requests.js';
import { changedSince, layOut, type Snapshot, snapshot } from './workspace.js';

/** Bytes of a script that is handed over as an argument, of which Linux takes 128 KB. */
const MAX_SCRIPT_BYTES = 60_000;
/** Milliseconds that one set-up command of an exercise may take: as in lessons. */
const SETUP_MS = 120_000;

export interface ContainerAgentsOptions {
  readonly facts: RunFacts;
  readonly engine: Engine;
  readonly door: ModelDoor;
  readonly audit: Audit;
  readonly secret: string;
  readonly port: number;
  readonly students: Inbox<StudentResult>;
  readonly mentors: Inbox<MentorResult>;
  readonly onLive: (role: Role, iteration: number, pieces: readonly Live[], dropped: number) => void;
}

/** Student, mentor and checks, each in a container of its own. */
export class ContainerAgents implements Agents, AsyncDisposable {
  readonly #options: ContainerAgentsOptions;
  readonly #workFolder: string;
  #student: AgentContainer | undefined;
  #before: Snapshot = new Map();
  #iteration = 0;
  /** What still goes on, also what the loop no longer waits for. */
  readonly #pending = new Set<Promise<unknown>>();

  constructor(options: ContainerAgentsOptions) {
    this.#options = options;
    this.#workFolder = join(options.facts.folder, 'work');
  }

  reset(signal: AbortSignal): Promise<void> {
    return this.#tracked(this.#reset(signal));
  }

  student(task: StudentTask, signal: AbortSignal): Promise<StudentResult> {
    return this.#tracked(this.#runStudent(task, signal));
  }

  mentor(task: MentorTask, signal: AbortSignal): Promise<MentorResult> {
    return this.#tracked(this.#runMentor(task, signal));
  }

  judge(signal: AbortSignal): Promise<Verdict> | undefined {
    const { checks } = this.#options.facts.plan;
    return checks === undefined ? undefined : this.#tracked(this.#runChecks(checks, signal));
  }

  /** The last container of the student is left for the author to look into: its name. */
  async keep(): Promise<string | undefined> {
    await Promise.allSettled(this.#pending);
    const kept = this.#student;
    this.#student = undefined;
    if (kept === undefined) return undefined;
    await kept.stop();
    return kept.container.keep();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled(this.#pending);
    await this.#discardStudent();
  }

  async #reset(signal: AbortSignal): Promise<void> {
    const { facts } = this.#options;
    await this.#discardStudent();
    signal.throwIfAborted();
    await layOut(this.#workFolder, facts.plan.starter);
    await layOut(join(facts.folder, 'logs'), undefined);
    const student = await this.#start('student');
    this.#student = student;
    signal.throwIfAborted();
    for (const command of facts.plan.setup) await setUp(student.container, command);
    this.#before = await snapshot(this.#workFolder);
  }

  async #discardStudent(): Promise<void> {
    const student = this.#student;
    this.#student = undefined;
    await student?.[Symbol.asyncDispose]();
  }

  async #runStudent(task: StudentTask, signal: AbortSignal): Promise<StudentResult> {
    const { door, facts, secret, students, audit } = this.#options;
    const student = this.#student;
    if (student === undefined) throw new Error('A student has to be given a container first.');
    const { provider } = facts.plan.config.student;
    const mayUseWeb = facts.plan.config.allowNetwork;
    this.#iteration = task.iteration;
    door.role = 'student';
    const modelToken = door.tokens.issue({ role: 'student', provider, iteration: task.iteration, mayUseWeb });
    try {
      const told = studentWrapperTask(facts.plan, task, [...this.#before.keys()], { secret, modelToken });
      const result = await student.run(told, students.next(signal), signal);
      await audit.student(task.iteration, result, await changedSince(this.#before, this.#workFolder));
      return result;
    } finally {
      door.tokens.end(modelToken);
      // What it has left running would go on while the checks look at the work.
      if (facts.plan.checks?.in !== 'same') await student.stop();
    }
  }

  async #runMentor(task: MentorTask, signal: AbortSignal): Promise<MentorResult> {
    const { door, facts, secret, mentors } = this.#options;
    const { provider, web } = facts.plan.config.mentor;
    await this.#student?.stop();
    await using mentor = await this.#start('mentor');
    signal.throwIfAborted();
    door.role = 'mentor';
    const modelToken = door.tokens.issue({ role: 'mentor', provider, iteration: task.iteration, mayUseWeb: web });
    try {
      const told = mentorWrapperTask(facts.plan, task, facts.hasRepository, { secret, modelToken });
      return await mentor.run(told, mentors.next(signal), signal);
    } finally {
      door.tokens.end(modelToken);
    }
  }

  async #runChecks(checks: Checks, signal: AbortSignal): Promise<Verdict> {
    if (checks.in === 'same') return await this.#judgeInStudents(checks);
    const { engine, facts } = this.#options;
    await using container = await SmileContainer.start(engine, judgeRequest(facts, checks));
    signal.throwIfAborted();
    return await judgeInside(container, checks);
  }

  /** In the student's own container, with all that it has installed. The script comes into it only now. */
  async #judgeInStudents(checks: Checks): Promise<Verdict> {
    const student = this.#student;
    if (student === undefined) throw new SmileError('container_failed', "The student's container is no more.");
    try {
      return await judgeInside(student.container, { ...checks, task: await withText(checks) });
    } finally {
      await student.stop();
    }
  }

  #start(role: Role): Promise<AgentContainer> {
    const { engine, facts, port, onLive } = this.#options;
    const request = role === 'student' ? studentRequest(facts) : mentorRequest(facts);
    return AgentContainer.start(engine, request, {
      port,
      onLive: (pieces, dropped) => onLive(role, this.#iteration, pieces, dropped),
    });
  }

  #tracked<T>(work: Promise<T>): Promise<T> {
    const pending = work.finally(() => this.#pending.delete(pending));
    this.#pending.add(pending);
    return pending;
  }
}

async function withText({ task, source, target }: Checks): Promise<Checks['task']> {
  if (task.kind !== 'script') return task;
  const path = target === PLACES.checks ? join(source, task.script) : source;
  const bytes = await readAtMost(path, MAX_SCRIPT_BYTES + 1).catch((error: unknown) => {
    throw new SmileError('checks_unusable', `${path} cannot be read: ${systemReason(error).reason}.`);
  });
  if (bytes.length <= MAX_SCRIPT_BYTES) return { ...task, text: bytes.toString('utf8') };
  const message = `${path} is larger than 60 KB, so it cannot be run in the student's container. Use "in": "fresh".`;
  throw new SmileError('checks_unusable', message);
}

async function setUp(container: SmileContainer, command: string): Promise<void> {
  const ran = await container.runInside(['sh', '-c', command], { timeout: SETUP_MS, folder: PLACES.work });
  if (ran.exitCode === 0) return;
  const words = ran.timedOut ? 'it took too long' : `exit code ${ran.exitCode}: ${ran.stderr.trim().slice(-500)}`;
  throw new SmileError('checks_unusable', `The exercise cannot be set up in this image: "${command}": ${words}`);
}
