import { setImmediate as turn } from 'node:timers/promises';
import type { Json } from '../../src/json.js';
import { loadDriver } from '../../src/structured/chat-form.js';
import type { Driver } from '../../src/structured/driver.js';
import { readMessage } from '../../src/structured/read-message.js';
import type { Captured } from './captures.js';
import { CWD, Recording } from './recording.js';

const TRANSPORTS = { claude: 'stream-json', codex: 'app-server', gemini: 'acp' } as const;
/** The SDK of the Agent Client Protocol hands a message on in several steps. */
const TURNS = 4;

export interface DrivingOptions {
  readonly resume?: string;
  readonly costBefore?: number;
  readonly isUnconfined?: boolean;
}

/** A driver without an agent: what it is told, what it sends, and the events it writes. */
export class Driving {
  readonly recording = new Recording();
  readonly sent: Json[] = [];
  readonly sessionIds: string[] = [];
  driver!: Driver;
  /** Called with what the driver sends. */
  onSend: (message: Json) => void = () => undefined;

  static async of(agent: Captured, options: DrivingOptions = {}): Promise<Driving> {
    const driving = new Driving();
    const create = await loadDriver(TRANSPORTS[agent]);
    driving.driver = create({
      writer: driving.recording.writer,
      cwd: CWD,
      resume: options.resume,
      costBefore: options.costBefore ?? 0,
      isUnconfined: options.isUnconfined ?? false,
      answerMs: 60_000,
      send: (message) => driving.#send(message),
      onSessionId: (id) => driving.sessionIds.push(id),
    });
    return driving;
  }

  /** One line of the agent's. */
  hear(line: string): void {
    readMessage(line, false, { driver: this.driver, writer: this.recording.writer });
  }

  ask(text: string): void {
    const { writer } = this.recording;
    const count = this.recording.events.length;
    writer.startRun(`run-${count}`);
    writer.question(`question-${count}`, text);
    this.driver.prompt(text);
  }

  /** Answers what was asked last. */
  answer(optionId: string): void {
    const asked = this.recording.thread.asked.at(-1);
    if (asked !== undefined) this.driver.answer(asked.id, optionId);
  }

  /** Until whatever is on its way has come. */
  async settle(): Promise<void> {
    for (let n = 0; n < TURNS; n += 1) await turn();
  }

  #send(message: Json): void {
    this.sent.push(message);
    this.onSend(message);
  }
}
