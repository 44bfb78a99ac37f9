import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { SYSTEM_FOLDERS } from '../machine/programs.js';

/** Whether a terminal device takes output. A program that writes to one that does not waits, as for a slow terminal. */
export type Flow = 'stopped' | 'running';

const ACTIONS = { stopped: 'TCOOFF', running: 'TCOON' } as const satisfies Record<Flow, string>;

/** Answers each line `[device, action]` with what went wrong, or null; all of it JSON. Ends when its input does. */
const PROGRAM = `
import json, os, sys, termios

def flow(name, action):
    device = os.open(name, os.O_RDWR | os.O_NOCTTY)
    try:
        termios.tcflow(device, getattr(termios, action))
    finally:
        os.close(device)

for line in sys.stdin:
    try:
        answer = flow(*json.loads(line))
    except (OSError, termios.error) as error:
        answer = str(error)
    print(json.dumps(answer), flush=True)
`;

/** One system call, plus, the first time, Python's own start on a busy machine; in milliseconds. */
const ANSWER_MS = 15_000;

/** Node cannot stop a terminal, and starting Python is the slowest part of a comparison: so one process is kept. */
class FlowProcess {
  readonly #child = spawn('python3', ['-c', PROGRAM], {
    env: { PATH: SYSTEM_FOLDERS.join(':') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  readonly #answers: AsyncIterator<string>;
  #ended: Error | undefined;

  constructor() {
    const { stdin, stdout } = this.#child;
    const lines = createInterface(stdout);
    this.#answers = lines[Symbol.asyncIterator]();
    const end = (error: Error) => {
      this.#ended ??= error;
      lines.close();
    };
    this.#child.once('error', end).once('exit', () => end(gone()));
    stdin.on('error', end);
    // It ends with this process and does not keep it alive.
    this.#child.unref();
    for (const stream of [stdin, stdout]) if (stream instanceof Socket) stream.unref();
  }

  get hasEnded(): boolean {
    return this.#ended !== undefined;
  }

  /** Rejects if the device or the process is gone. */
  async set(device: string, flow: Flow): Promise<void> {
    this.#child.stdin.write(`${JSON.stringify([device, ACTIONS[flow]])}\n`);
    const late = setTimeout(() => this.#child.kill('SIGKILL'), ANSWER_MS);
    const { value, done } = await this.#answers.next().finally(() => clearTimeout(late));
    if (done) {
      this.#ended ??= gone();
      throw this.#ended;
    }
    const failure: unknown = JSON.parse(value);
    if (failure !== null) throw new Error(String(failure));
  }
}

function gone(): Error {
  return new Error('The process that stops terminals has ended');
}

let shared: FlowProcess | undefined;

/** Stops or starts the output of a terminal device, for whoever writes to it. Rejects if there is no such device. */
export function setFlow(device: string, flow: Flow): Promise<void> {
  if (shared === undefined || shared.hasEnded) shared = new FlowProcess();
  return shared.set(device, flow);
}
