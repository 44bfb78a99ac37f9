import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import WebSocket from 'ws';
import * as z from 'zod';
import { type Ended, type SmileOptions, startSmile } from '../../../smile/smile-program.js';
import { type WatchableRun, watchableRun } from '../../../smile/watchable-run.js';
import type { Resources } from '../../resources.js';

const recordedSchema = z.object({ seq: z.number(), at: z.iso.datetime(), event: z.object({ type: z.string() }) });
const sentSchema = z.object({ seq: z.number().optional(), type: z.string() });
const stateSchema = z.object({
  history: z.array(
    z.object({ startedAt: z.iso.datetime(), endedAt: z.iso.datetime(), mentorResult: z.unknown().optional() }),
  ),
});

/** How a run ends whose tutorial has a gap. */
const DOCS_GAP = 1;
/** Live output and costs are told together, at most so many times a second: their age is meant. */
const JOINED = new Set(['live', 'cost']);

interface IterationTime {
  /** Milliseconds from its start to its end. */
  readonly ms: number;
  /** How many times a CLI was started in it. */
  readonly agents: number;
}

export interface WatchedRun {
  /** Milliseconds from when an event is recorded until an observer has it. */
  readonly arrivals: readonly number[];
  readonly iterations: readonly IterationTime[];
}

/** Runs the tutorial of a folder, which has a gap, as an author does, watched by one observer. */
export async function watchRun(options: SmileOptions, resources: Resources): Promise<WatchedRun> {
  const program = startSmile(['--quiet'], options);
  resources.add({
    [Symbol.asyncDispose]: async () => {
      program.kill('SIGKILL');
      await program.ended;
    },
  });
  const { folder, door } = await Promise.race([watchableRun(options.folder), program.ended.then(failed)]);
  const observer = new Observer(door);
  const ended = await program.ended;
  await observer.closed;
  if (ended.code !== DOCS_GAP) failed(ended);
  const events = await linesOf(join(folder, 'events.ndjson'), recordedSchema);
  const arrivals = events
    .filter(({ event }) => !JOINED.has(event.type))
    .flatMap(({ seq, at }) => {
      const arrivedAt = observer.arrivedAt.get(seq);
      return arrivedAt === undefined ? [] : [arrivedAt - Date.parse(at)];
    });
  if (arrivals.length === 0) throw new Error('No event has arrived');
  return { arrivals, iterations: await iterationsOf(folder) };
}

function failed({ code, stderr }: Ended): never {
  throw new Error(`The run ended with ${code}: ${stderr.trim()}`);
}

class Observer {
  /** Unix milliseconds at which each event was here, by its number. */
  readonly arrivedAt = new Map<number, number>();
  readonly closed: Promise<void>;

  constructor({ port, token }: WatchableRun['door']) {
    const headers = { authorization: `Bearer ${token}` };
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/observe`, { headers });
    socket.on('message', (data) => {
      const arrivedAt = Date.now();
      const { seq } = sentSchema.parse(JSON.parse(String(data)));
      if (seq !== undefined) this.arrivedAt.set(seq, arrivedAt);
    });
    socket.on('error', () => socket.terminate());
    this.closed = new Promise((resolve) => void socket.once('close', () => resolve()));
  }
}

async function iterationsOf(folder: string): Promise<IterationTime[]> {
  const { history } = stateSchema.parse(JSON.parse(await readFile(join(folder, 'state.json'), 'utf8')));
  return history.map(({ startedAt, endedAt, mentorResult }) => ({
    ms: Date.parse(endedAt) - Date.parse(startedAt),
    agents: mentorResult === undefined ? 1 : 2,
  }));
}

async function linesOf<T>(path: string, schema: z.ZodType<T>): Promise<T[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => schema.parse(JSON.parse(line)));
}
