import { isRefusal } from '../agents/refusal.js';
import { readStudentAnswer } from '../agents/student-answer.js';
import { allowedTrigger, askTrigger, consecutiveFailures, firedBy } from '../agents/triggers.js';
import type { Command, StudentAnswer, StudentResult } from '../contract/agents.js';
import { MAX_TEXT } from '../contract/limits.js';
import type { Live } from '../contract/observe-events.js';
import { roleForm } from './agent-forms.js';
import { AgentRun, type AgentRunOptions, type TurnEnd } from './agent-run.js';
import { CommandProcesses } from './commands/command-processes.js';
import { StepWatch } from './commands/step-watch.js';
import { liveOf } from './live-pieces.js';
import { asCannotComplete, JSON_ONLY, mayNotAsk, mustAskNow, timedOutAnswer } from './student-words.js';

/** Turns of one run at most: each sentence that is said to it is said once, but for the failures of several steps. */
const MAX_TURNS = 20;

export type StudentRunOptions = Omit<AgentRunOptions, 'onEvent'> & { readonly onLive: (piece: Live) => void };
type StudentLimits = NonNullable<AgentRunOptions['task']['student']>;

/** Runs a student to its end, and tells what came of it. What is expected to fail is a result. */
export async function runStudent(options: StudentRunOptions): Promise<StudentResult> {
  const { student } = options.task;
  if (student === undefined) throw new Error('A task of a student has no settings of one.');
  const run = new StudentRun(options, student);
  return await run.result();
}

class StudentRun {
  readonly #options: StudentRunOptions;
  readonly #limits: StudentLimits;
  readonly #processes = new CommandProcesses();
  readonly #watch: StepWatch;
  #agent: AgentRun | undefined;
  /** What it is told next, once its turn has been interrupted. */
  #next: string | undefined;
  #lateCommand: string | undefined;
  #ending: Promise<void> = Promise.resolve();
  #wasAskedAgain = false;
  #wasRefusedAsk = false;

  constructor(options: StudentRunOptions, limits: StudentLimits) {
    this.#options = options;
    this.#limits = limits;
    const { task, home } = options;
    this.#watch = new StepWatch({
      stepMs: limits.stepMs,
      tellsFailure: roleForm(task.provider, 'student', { home }).tellsFailure,
      onStart: (command) => options.onLive({ kind: 'command_start', command }),
      onEnd: (command) => this.#commandEnded(command),
      onLate: (command) => this.#late(command),
    });
  }

  async result(): Promise<StudentResult> {
    const agent = await AgentRun.start({
      ...this.#options,
      more: this.#processes.environment,
      onEvent: (event) => {
        this.#watch.heard(event);
        liveOf(event, this.#options.onLive);
      },
    });
    if (!(agent instanceof AgentRun)) return { ...agent, commands: [] };
    await using _ = agent;
    this.#agent = agent;
    this.#processes.mark();
    let next: string | StudentResult = this.#options.task.prompt;
    for (let turn = 0; turn < MAX_TURNS && typeof next === 'string'; turn += 1) {
      const end: TurnEnd = await agent.turn(next);
      await this.#ending;
      next = this.#after(end);
    }
    return typeof next === 'string'
      ? { kind: 'unreadable', raw: 'It never came to an end.', commands: this.#commands }
      : next;
  }

  get #commands(): Command[] {
    return [...this.#watch.commands];
  }

  /** What comes after a turn: its result, or what it is told next. */
  #after(end: TurnEnd): StudentResult | string {
    const next = this.#next;
    this.#next = undefined;
    if (this.#lateCommand !== undefined) return this.#timedOut(this.#lateCommand);
    if (end.kind === 'failed') return { ...end, commands: this.#commands };
    const answer = readStudentAnswer(end.text);
    if (next !== undefined && answer === undefined) return next;
    return answer === undefined ? this.#unreadable(end.text) : this.#answered(answer);
  }

  #unreadable(text: string): StudentResult | string {
    const raw = text.slice(-MAX_TEXT);
    if (isRefusal(text)) return { kind: 'refusal', text: raw, commands: this.#commands };
    if (this.#wasAskedAgain) return { kind: 'unreadable', raw, commands: this.#commands };
    this.#wasAskedAgain = true;
    return JSON_ONLY;
  }

  #answered(answer: StudentAnswer): StudentResult | string {
    const { mayAsk, maxRetries } = this.#limits;
    const fired = firedBy(this.#watch.commands, maxRetries);
    if (answer.status !== 'ask_mentor') return this.#result(answer, fired);
    const trigger = allowedTrigger({ fired, mayAsk }, answer);
    if (trigger !== undefined)
      return this.#result(
        { ...answer, trigger },
        fired.filter((one) => mayAsk.includes(one)),
      );
    if (this.#wasRefusedAsk) return this.#result(asCannotComplete(answer, askTrigger(fired, answer)), fired);
    this.#wasRefusedAsk = true;
    return mayNotAsk(askTrigger(fired, answer));
  }

  #result(answer: StudentAnswer, fired: ReturnType<typeof firedBy>): StudentResult {
    return { kind: 'answer', answer, fired, commands: this.#commands };
  }

  #timedOut(command: string): StudentResult {
    const ran = this.#watch.commands.map((one) => one.command);
    return this.#result(timedOutAnswer(command, this.#limits.stepMs, ran), ['timeout']);
  }

  #commandEnded(command: Command): void {
    this.#options.onLive({ kind: 'command_end', command });
    this.#processes.mark();
    const { maxRetries, mayAsk } = this.#limits;
    const failures = consecutiveFailures(this.#watch.commands);
    // Once for a step: what it is told after that, it has been told.
    if (maxRetries === 0 || failures !== maxRetries || !mayAsk.includes('max_retries')) return;
    if (command.timedOut) return;
    this.#next = mustAskNow(command.command, failures);
    void this.#agent?.interrupt();
  }

  /** Its processes are ended; where a student may ask for that, its turn is as well, before it sees what came of it. */
  #late(command: string): void {
    if (this.#limits.mayAsk.includes('timeout')) {
      this.#lateCommand = command;
      void this.#agent?.interrupt();
    }
    this.#ending = this.#processes.end();
  }
}
