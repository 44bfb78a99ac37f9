import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A real `curl` that follows or reads `GET /events`. */
export class Curl implements AsyncDisposable {
  readonly process: ChildProcess;
  text = '';
  readonly #ended: Promise<unknown>;

  constructor(url: string, headers: Record<string, string>) {
    const args = ['--silent', '--no-buffer', '--include', url];
    for (const [name, value] of Object.entries(headers)) args.push('--header', `${name}: ${value}`);
    this.process = spawn('curl', args, { env: { PATH: '/usr/bin:/bin' }, stdio: ['ignore', 'pipe', 'ignore'] });
    this.process.stdout?.on('data', (data) => (this.text += data));
    this.#ended = once(this.process, 'close');
  }

  /** What it was told, once that is all. */
  static async read(url: string, headers: Record<string, string>): Promise<Curl> {
    const curl = new Curl(url, headers);
    await curl.#ended;
    return curl;
  }

  get status(): number {
    return Number(/^HTTP\/1\.1 (\d+)/.exec(this.text)?.[1]);
  }

  /** The ids that stand beside the messages, the one of the beginning first. */
  get ids(): string[] {
    return [...this.text.matchAll(/^id: (\S+)\r?$/gm)].map(([, id = '']) => id);
  }

  // What a message holds is what each test is about.
  // biome-ignore lint/suspicious/noExplicitAny: parsed JSON
  get messages(): any[] {
    return [...this.text.matchAll(/^data: (.*?)\r?$/gm)].map(([, json = '']) => JSON.parse(json));
  }

  get types(): string[] {
    return this.messages.map(({ type }) => type);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill('SIGKILL');
    await this.#ended;
  }
}
