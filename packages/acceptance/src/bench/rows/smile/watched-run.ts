import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import WebSocket from 'ws';
import * as z from 'zod';
import { waitUntil } from '../../../machine/wait-until.js';
import { type SmileOptions, startSmile } from '../../../smile/smile-program.js';

const observerSchema = z.object({ port: z.number(), token: z.string() });
const recordedSchema = z.object({ seq: z.number(), at: z.iso.datetime(), event: z.object({ type: z.string() }) });
const sentSchema = z.object({ seq: z.number().optional(), type: z.string() });
const auditSchema = z.union([
  z.object({ kind: z.literal('llm_call'), call: z.object({ iteration: z.number(), durationMs: z.number() }) }),
  z.object({ kind: z.literal('command'), iteration: z.number(), command: z.object({ durationMs: z.number() }) }),
  z.object({ kind: z.string() }).transform(() => undefined),
]);
const stateSchema = z.object({
  history: z.array(
    z.object({ startedAt: z.iso.datetime(), endedAt: z.iso.datetime(), mentorResult: z.unknown().optional() }),
  ),
});

/** Live output and costs are told together, at most so many times a second: their age is meant. */
const JOINED = new Set(['live', 'cost']);

export interface IterationTime {
  /** Milliseconds from its start to its end, without what models and commands took. */
  readonly restMs: number;
  /** How many times a CLI was started in it. */
  readonly agents: number;
}

export interface WatchedRun {
  /** Milliseconds from when an event is recorded until an observer has it. */
  readonly arrivals: readonly number[];
  readonly iterations: readonly IterationTime[];
}

/** Runs the tutorial of a folder as an author does, watched by one observer. */
export async function watchRun(options: SmileOptions): Promise<WatchedRun> {
  const runs = join(options.folder, 'smile-results', 'runs');
  await mkdir(runs, { recursive: true });
  const program = startSmile(['--quiet'], options);
  const ended = program.ended.then(({ code, stderr }) => `It ended with ${code}: ${stderr}`);
  const folder = await Promise.race([waitForRun(runs), ended.then(failed)]);
  const observer = await Observer.connect(folder);
  const words = await ended;
  await observer.closed;
  const events = await linesOf(join(folder, 'events.ndjson'), recordedSchema);
  const arrivals = events
    .filter(({ event }) => !JOINED.has(event.type))
    .flatMap(({ seq, at }) => {
      const arrivedAt = observer.arrivedAt.get(seq);
      return arrivedAt === undefined ? [] : [arrivedAt - Date.parse(at)];
    });
  if (arrivals.length === 0) throw new Error(`No event has arrived. ${words}`);
  return { arrivals, iterations: await iterationsOf(folder) };
}

function failed(words: string): never {
  throw new Error(words);
}

/** Its folder, as soon as it can be watched. */
function waitForRun(runs: string): Promise<string> {
  return waitUntil(
    async () => {
      const [name] = await readdir(runs);
      const files = name === undefined ? [] : await readdir(join(runs, name));
      return name !== undefined && files.includes('observer.json') ? join(runs, name) : undefined;
    },
    () => 'no run can be watched',
  );
}

class Observer {
  /** Unix milliseconds at which each event was here, by its number. */
  readonly arrivedAt = new Map<number, number>();
  readonly closed: Promise<void>;

  private constructor(socket: WebSocket) {
    socket.on('message', (data) => {
      const arrivedAt = Date.now();
      const { seq } = sentSchema.parse(JSON.parse(String(data)));
      if (seq !== undefined) this.arrivedAt.set(seq, arrivedAt);
    });
    socket.on('error', () => socket.terminate());
    this.closed = new Promise((resolve) => void socket.once('close', () => resolve()));
  }

  static async connect(folder: string): Promise<Observer> {
    const { port, token } = observerSchema.parse(JSON.parse(await readFile(join(folder, 'observer.json'), 'utf8')));
    return new Observer(
      new WebSocket(`ws://127.0.0.1:${port}/ws/observe`, { headers: { authorization: `Bearer ${token}` } }),
    );
  }
}

async function iterationsOf(folder: string): Promise<IterationTime[]> {
  const { history } = stateSchema.parse(JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')));
  const audit = await linesOf(join(folder, 'audit.ndjson'), auditSchema);
  return history.map(({ startedAt, endedAt, mentorResult }, index) => {
    const spent = audit.reduce((sum, record) => sum + spentIn(record, index + 1), 0);
    const restMs = Date.parse(endedAt) - Date.parse(startedAt) - spent;
    return { restMs, agents: mentorResult === undefined ? 1 : 2 };
  });
}

function spentIn(record: z.infer<typeof auditSchema>, iteration: number): number {
  if (record === undefined) return 0;
  if ('call' in record) return record.call.iteration === iteration ? record.call.durationMs : 0;
  return record.iteration === iteration ? record.command.durationMs : 0;
}

async function linesOf<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => schema.parse(JSON.parse(line)));
}
