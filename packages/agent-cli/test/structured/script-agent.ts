import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ConversationEvent } from '@agent-factory/protocol/conversations';
import { processIds, readProcess } from '@agent-factory/subprocess';
import type { ChatForm, RunLimits } from '../../src/index.js';
import { StructuredExecution } from '../../src/index.js';
import { RUN_LIMITS } from '../../src/structured/run-limits.js';
import { Recording } from '../events/recording.js';
import { type Home, newHome } from '../support.js';

/** What every agent of a test begins with: it speaks the Agent Client Protocol, line by line. */
const ACP = `
const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const chunk = (text) => say({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
const ask = (id) => say({ id, method: 'session/request_permission', params: { sessionId: 's', toolCall: { toolCallId: 't' + id, title: 'Do it', kind: 'execute' }, options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }, { optionId: 'no', name: 'No', kind: 'reject_once' }] } });
const flood = (line) => setInterval(() => { for (let n = 0; n < 20; n += 1) line(); }, 1);
const leave = (code) => process.stdout.write('', () => process.exit(code));
const done = (id, stopReason = 'end_turn') => say({ id, result: { stopReason } });
const on = {
  initialize: ({ id }) => say({ id, result: { protocolVersion: 1, agentCapabilities: {} } }),
  'session/new': ({ id }) => say({ id, result: { sessionId: 's' } }),
  'session/prompt': ({ id }) => { chunk('Hello.'); done(id); },
};
const lines = require('node:readline').createInterface({ input: process.stdin });
lines.on('line', (line) => { const message = JSON.parse(line); (on[message.method ?? 'answer'] ?? (() => {}))(message); });
`;

const FORM: ChatForm = {
  transport: 'acp',
  args: () => [],
  abilities: {
    permissions: true,
    interrupt: true,
    resume: true,
    handOver: false,
    models: true,
    modes: true,
    cost: false,
  },
};

/** An agent that is a script, in a home of its own, and the events of its conversation. */
export class ScriptAgent implements AsyncDisposable {
  readonly home: Home;
  readonly recording = new Recording();
  execution!: StructuredExecution;
  #room: Promise<void> | undefined;
  readonly #waiting = new Set<() => void>();

  /** `script` runs after what every agent begins with, and may change it. */
  static async make(script: string): Promise<ScriptAgent> {
    const agent = new ScriptAgent(await newHome());
    await agent.home.write('agent', `#!${process.execPath}\n${ACP}${script}`);
    await chmod(agent.program, 0o755);
    return agent;
  }

  static async start(script: string, limits?: Partial<RunLimits>): Promise<ScriptAgent> {
    const agent = await ScriptAgent.make(script);
    await agent.start(limits);
    return agent;
  }

  private constructor(home: Home) {
    this.home = home;
  }

  get program(): string {
    return join(this.home.path, 'agent');
  }

  async start(limits: Partial<RunLimits> = {}, program = this.program): Promise<void> {
    this.execution = await StructuredExecution.start({
      name: 'Script',
      form: FORM,
      program,
      cwd: this.home.path,
      env: { ...this.home.env, SCRIPT_HOME: this.home.path },
      threadId: 't',
      sessionId: crypto.randomUUID(),
      limits: { ...RUN_LIMITS, ...limits },
      onEvent: (event) => this.#handle(event),
      room: () => this.#room,
    });
  }

  async until(isThere: () => boolean, timeoutMs = 15_000): Promise<void> {
    const timer = AbortSignal.timeout(timeoutMs);
    while (!isThere()) {
      if (timer.aborted) throw new Error(`It did not come. There is ${this.recording.names().join(', ')}`);
      await Promise.race([new Promise<void>((resolve) => this.#waiting.add(resolve)), wait(50)]);
    }
  }

  /** From now on there is no room for what it says, until the returned function is called. */
  fill(): () => void {
    let makeRoom: () => void = () => undefined;
    this.#room = new Promise((resolve) => {
      makeRoom = resolve;
    });
    return () => {
      this.#room = undefined;
      makeRoom();
    };
  }

  runEnded(): Promise<void> {
    return this.until(() => !this.execution.isRunning);
  }

  asked(): Promise<void> {
    return this.until(() => this.recording.thread.asked.length > 0);
  }

  /** Ids of processes that have this home in their environment, whatever session they are in. */
  left(): string[] {
    const entry = `SCRIPT_HOME=${this.home.path}`;
    return processIds().filter((id) => readProcess(id, 'environ').split('\0').includes(entry));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.execution?.end();
    await this.home[Symbol.asyncDispose]();
  }

  #handle(event: ConversationEvent): void {
    this.recording.add(event);
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
