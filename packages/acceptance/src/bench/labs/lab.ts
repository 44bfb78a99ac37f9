import { decodeJson, type StartResponse, startResponseSchema } from '@agent-factory/protocol';
import { PracticeDaemon } from '../../daemon.js';
import { newStudent, SHELL_PROMPT, type Student } from '../../student.js';
import { BareBridge } from '../lines/bare.js';
import { DaemonLine } from '../lines/daemon.js';
import { GRID, type Line } from '../lines/line.js';
import { NativeLine } from '../lines/native.js';
import { Ttyd } from '../lines/ttyd.js';
import { untilOutput, untilQuiet } from '../measures/waiting.js';
import type { Resources } from '../resources.js';
import { EXERCISE_IDS, type Lessons, serveLessons } from './lessons.js';

const REQUEST_TIMEOUT_MS = 30_000;
/** A shell that has said nothing for this long waits for its first key. */
const READY_QUIET_MS = 150;

/** The prompt without its space: tmux may move the cursor instead of printing one. */
export const PROMPT = SHELL_PROMPT.trimEnd();

/** A daemon with its own student and lessons; its sessions are shells. */
export class Lab {
  readonly daemon: PracticeDaemon;
  readonly student: Student;
  readonly #lessons: Lessons;
  readonly #resources: Resources;
  #exercises = 0;
  #bridge: Promise<BareBridge> | undefined;

  private constructor(parts: { daemon: PracticeDaemon; student: Student; lessons: Lessons; resources: Resources }) {
    this.daemon = parts.daemon;
    this.student = parts.student;
    this.#lessons = parts.lessons;
    this.#resources = parts.resources;
  }

  static async open(resources: Resources): Promise<Lab> {
    const student = resources.add(await newStudent({ agents: [] }));
    const lessons = resources.add(await serveLessons());
    const flags = ['--agent', 'shell', '--log-level', 'warn'];
    const daemon = resources.add(await PracticeDaemon.start({ student, content: lessons.url, flags }));
    return new Lab({ daemon, student, lessons, resources });
  }

  /** The id of an exercise that has not been started yet. */
  newExercise(): string {
    const id = EXERCISE_IDS[this.#exercises++];
    if (id === undefined) throw new Error('The lessons have no more exercises');
    return id;
  }

  /** Presses Practice. */
  async start(exerciseId: string): Promise<StartResponse> {
    const outcome = decodeJson(
      startResponseSchema,
      await this.post('/exercises/start', { exerciseId, agent: 'shell', size: GRID }),
    );
    if (!outcome.ok) throw new Error(`The exercise did not start: ${outcome.issues.join('; ')}`);
    return outcome.value;
  }

  /** Sends a request as a lesson's page does, and returns the text of the answer. Rejects unless it is a success. */
  async post(path: string, body: object): Promise<string> {
    const response = await fetch(`${this.daemon.url}${path}`, {
      method: 'POST',
      headers: { origin: this.#lessons.url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return text;
  }

  /** Connects at once; output can be listened to before the connection is up. */
  connect({ wsUrl }: Pick<StartResponse, 'wsUrl'>): DaemonLine {
    return this.#resources.add(new DaemonLine(wsUrl, this.#lessons.url));
  }

  /** A new session, through the daemon. */
  async daemonLine(): Promise<DaemonLine> {
    return this.connectedLine(this.newExercise());
  }

  /** The session of this exercise, new or running, through the daemon. */
  async connectedLine(exerciseId: string): Promise<DaemonLine> {
    return ready(this.connect(await this.start(exerciseId)));
  }

  /** The bare bridge to the sessions, started when it is first asked for. */
  bridge(): Promise<BareBridge> {
    this.#bridge ??= BareBridge.start(this.daemon.tmuxEnvironment).then((bridge) => this.#resources.add(bridge));
    return this.#bridge;
  }

  /** The same through the bare bridge. */
  async bareLine(): Promise<Line> {
    const { sessionId, exerciseId } = await this.start(this.newExercise());
    const bridge = await this.bridge();
    return ready(this.#resources.add(bridge.connect(this.daemon.tmuxServer(exerciseId), sessionId)));
  }

  /** The same through `tmux attach` alone. */
  async nativeLine(): Promise<Line> {
    const { sessionId, exerciseId } = await this.start(this.newExercise());
    return ready(this.#resources.add(new NativeLine(this.daemon.tmuxServer(exerciseId), sessionId)));
  }

  /** The same through ttyd; undefined if it is not installed. */
  async ttydLine(): Promise<Line | undefined> {
    const { sessionId, exerciseId } = await this.start(this.newExercise());
    const ttyd = await Ttyd.start(this.daemon.tmuxServer(exerciseId), sessionId);
    return ttyd && ready(this.#resources.add(this.#resources.add(ttyd).connect()));
  }
}

async function ready<T extends Line>(line: T): Promise<T> {
  await untilOutput(line, PROMPT);
  await untilQuiet(line, READY_QUIET_MS);
  return line;
}
