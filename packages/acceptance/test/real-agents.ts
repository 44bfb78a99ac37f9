import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AGENT_SCREENS } from '../src/agents/agent-screens.js';
import { PracticeDaemon } from '../src/daemon.js';
import { endProcessesOf } from '../src/machine/leftovers.js';
import { AGENTS, type AgentProgram } from '../src/machine/programs.js';
import type { TmuxPane } from '../src/machine/tmux.js';
import { waitUntil } from '../src/machine/wait-until.js';
import { Scenario, type Step, says } from '../src/model-api/scenario.js';
import { type ModelApi, startModelApi } from '../src/model-api/server.js';
import { newStudent, type Student } from '../src/student.js';

/** The lessons, without a site. */
export const EXERCISES = fileURLToPath(new URL('../../../exercises/dist', import.meta.url));
export const EXERCISE = 'ch34-first-agent';
export const WRITTEN = 'print("hi")\n';

/** How each agent is made to write a file, which it asks about. */
const WRITES: Readonly<Record<AgentProgram, (path: string) => Step>> = {
  claude: (path) => ({ tool: 'Write', input: { file_path: path, content: WRITTEN } }),
  gemini: (path) => ({ tool: 'write_file', input: { file_path: path, content: WRITTEN } }),
  codex: (path) => ({ run: `printf 'print("hi")\\n' > ${path}`, why: 'to write it' }),
};

/** A student with the real CLIs, the model that answers them all, and the daemon. */
export class RealAgents implements AsyncDisposable {
  readonly scenario: Scenario;
  readonly daemon: PracticeDaemon;
  /** The folder of the exercise, which every agent trusts. */
  readonly workspace: string;
  readonly #exercise: string;
  readonly #api: ModelApi;
  readonly #student: Student;

  /** @param trusts whether the student has said to every agent that they trust the folder of the exercise */
  static async start({ exercise = EXERCISE, content = EXERCISES, trusts = true } = {}): Promise<RealAgents> {
    const scenario = new Scenario();
    const api = await startModelApi(scenario);
    const student = await newStudent({ modelApi: api.url, agents: AGENTS });
    const name = join('af-practice', exercise);
    const workspace = trusts ? await student.trust(name) : join(student.home, name);
    const daemon = await PracticeDaemon.start({ student, content });
    return new RealAgents({ scenario, api, student, workspace, daemon, exercise });
  }

  private constructor(parts: {
    scenario: Scenario;
    api: ModelApi;
    student: Student;
    workspace: string;
    daemon: PracticeDaemon;
    exercise: string;
  }) {
    this.scenario = parts.scenario;
    this.daemon = parts.daemon;
    this.workspace = parts.workspace;
    this.#exercise = parts.exercise;
    this.#api = parts.api;
    this.#student = parts.student;
  }

  /** The student's home folder. */
  get home(): string {
    return this.#student.home;
  }

  /** What the agents have asked their models, in the student's name. */
  get turns(): ModelApi['turns'] {
    return this.#api.turns;
  }

  get pane(): TmuxPane {
    return this.daemon.pane(this.#exercise);
  }

  /** The student presses Practice. Resolves when the agent takes words. */
  async begin(agent: AgentProgram): Promise<void> {
    const headers = { Authorization: `Bearer ${this.daemon.token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ exerciseId: this.#exercise, agent });
    const answer = await fetch(`${this.daemon.url}/exercises/start`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    await this.pane.waitForScreen(AGENT_SCREENS[agent].ready);
  }

  /** What the model says to this agent, whatever form it has. */
  script(agent: AgentProgram): void {
    this.scenario.add([
      // First: after a turn that was cut short, an agent may send its question once more with the next.
      { when: 'are you there', reply: says('I am here.') },
      // Gemini CLI forgets a conversation that is resumed in the minute in which it began, and is told it again.
      { when: 'back again', reply: says('We are back in the chat.') },
      {
        when: 'write the file',
        reply: { steps: [{ text: 'I will **write** it. ' }, WRITES[agent](join(this.workspace, 'hi.py'))] },
      },
      { when: 'do not run this', reply: { steps: [{ run: 'touch never.txt', why: 'to see' }] } },
      { when: 'wait here', reply: { steps: [{ text: 'Waiting, ' }, { hold: 'gate' }, { text: 'and done.' }] } },
      { when: 'in the terminal', reply: says('You are in the terminal now.') },
      { when: ({ toolResult }) => toolResult !== undefined, reply: says('The tool has answered.') },
      { when: /./, reply: says('Hello, I am your tutor.') },
    ]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.scenario.gates.releaseAll();
    // Codex starts a server of its own that is meant to outlive it.
    await endProcessesOf(this.#student.home);
    await this.daemon[Symbol.asyncDispose]();
    await this.#student[Symbol.asyncDispose]();
    await this.#api[Symbol.asyncDispose]();
  }
}

/** Agents overlook keys while they draw something new, and Gemini CLI takes an Enter that comes too soon as pasted. */
export async function pressUntil(pane: TmuxPane, key: string, holds: () => Promise<boolean>): Promise<void> {
  const seen = async () => ((await holds()) ? true : undefined);
  const once = async () => {
    await pane.press(key);
    return waitUntil(seen, () => 'not yet', 5000).catch(() => undefined);
  };
  await waitUntil(once, async () => `${key} had no effect. The screen shows:\n${await pane.text()}`);
}

/** Types words to an agent in a terminal, and sends them. */
export async function sayTo(
  { pane, agent }: { pane: TmuxPane; agent: AgentProgram },
  text: string,
  isSent: () => Promise<boolean>,
): Promise<void> {
  const { ready, typed, permission } = AGENT_SCREENS[agent];
  await pane.waitForScreen(ready);
  await pane.type(text);
  await pane.waitForScreen(typed(text));
  // A question on the screen is a proof, too, and another Enter would answer it.
  await pressUntil(pane, 'Enter', async () => (await isSent()) || permission.test(await pane.text()));
}
