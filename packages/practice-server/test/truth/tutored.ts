import { writeFile } from 'node:fs/promises';
import type { PracticeEvent } from '@agent-factory/protocol/events';
import { AgentClient } from '../coach/support/agent-client.js';
import { secretOf } from '../coach/support/coaching.js';
import type { Agent } from '../fixtures/agent.js';
import { type DaemonOptions, TestDaemon } from '../fixtures/daemon.js';
import { eventsOf } from '../fixtures/event-reader.js';
import { exercise, type Files, lessons } from '../fixtures/lessons.js';
import { query } from '../fixtures/machine/database.js';
import { waitUntil } from '../fixtures/wait-until.js';

export const ID = 'first-steps';
export const [THERE, WRITTEN] = ['The file is there', 'The answer is written'];
export const LADDER = ['Look at answer.txt.', 'It needs one word.', 'Like this: step_eight(data)'];
/** Eleven lines: the starter has the first of them, and a hint one. */
export const LINES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'].map(
  (word) => `step_${word}(data)`,
);
export const STARTER = `def work(data):\n    ${LINES[0]}\n`;
export const SOLUTION = `def work(data):\n${LINES.map((line) => `    ${line}\n`).join('')}`;
/** Those that only the solution has. */
export const OWN = LINES.filter((line) => line !== LINES[0] && line !== LINES[7]);

const CONFIG = {
  formatVersion: 2,
  workbench: true,
  skills: ['Loops', 'Text', 'Loops'],
  solutionFiles: ['work.py'],
  criteria: [
    { id: 'there', title: THERE },
    { id: 'written', title: WRITTEN, hints: LADDER },
  ],
};

/** An agent that says nothing by itself. */
const QUIET: Agent = { run: 'echo agent is here\nwhile read line; do echo "heard $line"; done' };

/** An exercise with a solution, in which a coach can be. */
export function tutoredFiles(config: object = {}, solution = SOLUTION): Files {
  const starter = { 'answer.txt': 'nothing yet\n', 'work.py': STARTER };
  return { ...lessons(exercise({ starter, config: { ...CONFIG, ...config } })), [`${ID}/solution/work.py`]: solution };
}

/** A daemon with a student at an exercise, whose tutor is at its tools. */
export class Tutored implements AsyncDisposable {
  readonly daemon: TestDaemon;
  readonly agent: AgentClient;

  private constructor(daemon: TestDaemon, agent: AgentClient) {
    this.daemon = daemon;
    this.agent = agent;
  }

  static async open(options: DaemonOptions = {}): Promise<Tutored> {
    const daemon = await TestDaemon.open({ files: tutoredFiles(), agent: QUIET, ...options });
    await daemon.start();
    const begun = () => query(stateOf(daemon), "select id from coach_sessions where status = 'active'").length > 0;
    await waitUntil('the coaching session has begun', begun);
    return new Tutored(daemon, await AgentClient.connect(daemon.url, await secretOf(daemon.home, ID)));
  }

  show(message: string): Promise<unknown> {
    return this.agent.call('paige_show_message', { message, type: 'hint' });
  }

  async exercise() {
    return (await this.agent.call('paige_get_session_state', { include: ['exercise'] })).exercise;
  }

  check() {
    return this.daemon.post('/exercises/verify', { exerciseId: ID });
  }

  hint(criterion = WRITTEN) {
    return this.daemon.post('/exercises/hint', { exerciseId: ID, criterion });
  }

  openSolution() {
    return this.daemon.post('/exercises/solution', { exerciseId: ID, confirmed: true });
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(this.daemon.home.workspace(ID, path), text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.daemon[Symbol.asyncDispose]();
    await this.agent[Symbol.asyncDispose]();
  }
}

/** The rows of `coach_tutor_leaks`. */
export function leaksOf(daemon: TestDaemon) {
  return query(stateOf(daemon), 'select exercise_id, agent, leaks, lines from coach_tutor_leaks order by id');
}

/** What was told of leaks, in order. */
export async function toldLeaks(daemon: TestDaemon): Promise<PracticeEvent['data'][]> {
  return (await eventsOf(daemon, '&type=tutor_leak')).map(({ data }) => data);
}

export function stateOf(daemon: TestDaemon): string {
  return daemon.home.in('.af-practice', 'state.db');
}
