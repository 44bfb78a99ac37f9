import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import { SmileError } from '../../contract/errors.js';
import { type LoopState, loopStateSchema } from '../../contract/loop-state.js';
import { type ObserveEvent, type RecordedEvent, recordedEventSchema } from '../../contract/observe-events.js';
import { Lines, readLines } from './lines.js';
import { type AuditRecord, auditRecordSchema, type RunFile, runFileSchema } from './records.js';
import { replaceFile } from './replace-file.js';

/** The files of a run's folder. */
export const RUN_FILES = {
  run: 'run.json',
  state: 'state.json',
  events: 'events.ndjson',
  audit: 'audit.ndjson',
} as const;

/** The folders of a run's folder. */
export const RUN_FOLDERS = ['model', 'work', 'logs'] as const;

/** A run's folder, open for writing: what it tells is on disk when its promise is done. Throws `disk_full`. */
export class Run {
  readonly folder: string;
  readonly #events: Lines;
  readonly #audit: Lines;
  #seq: number;

  private constructor(folder: string, lines: { events: Lines; audit: Lines }, seq: number) {
    this.folder = folder;
    this.#events = lines.events;
    this.#audit = lines.audit;
    this.#seq = seq;
  }

  static async open(folder: string): Promise<Run> {
    const events = await Lines.open(join(folder, RUN_FILES.events));
    try {
      const seq = (await readEvents(folder)).at(-1)?.seq ?? 0;
      return new Run(folder, { events, audit: await Lines.open(join(folder, RUN_FILES.audit)) }, seq);
    } catch (error) {
      await events.close();
      throw error;
    }
  }

  save(state: LoopState): Promise<void> {
    return replaceFile(join(this.folder, RUN_FILES.state), `${JSON.stringify(state, null, 2)}\n`);
  }

  /** Keeps an event, and returns it as it is kept. `nowMs` is the wall clock. */
  async appendEvent(event: ObserveEvent, nowMs: number): Promise<RecordedEvent> {
    this.#seq += 1;
    const recorded = { seq: this.#seq, at: new Date(nowMs).toISOString(), event };
    await this.#events.append(recorded);
    return recorded;
  }

  appendAudit(record: AuditRecord): Promise<void> {
    return this.#audit.append(record);
  }

  async close(): Promise<void> {
    await Promise.all([this.#events.close(), this.#audit.close()]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Throws `state_unreadable`. */
export function readState(folder: string): Promise<LoopState> {
  return readJson(join(folder, RUN_FILES.state), loopStateSchema);
}

/** Throws `state_unreadable`. */
export function readRunFile(folder: string): Promise<RunFile> {
  return readJson(join(folder, RUN_FILES.run), runFileSchema);
}

/** Throws `state_unreadable` for a line in the middle that is damaged; half a line at the end is left out. */
export function readEvents(folder: string): Promise<RecordedEvent[]> {
  return readLines(join(folder, RUN_FILES.events), recordedEventSchema);
}

/** Like `readEvents`. */
export function readAudit(folder: string): Promise<AuditRecord[]> {
  return readLines(join(folder, RUN_FILES.audit), auditRecordSchema);
}

async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new SmileError(
      'state_unreadable',
      `${path} cannot be read: ${reasonOf(error)}. This run cannot go on: start a new one, and remove its folder.`,
      { path },
    );
  }
}

function reasonOf(error: unknown): string {
  const { code, issues } = error as { code?: string; issues?: Array<{ path: PropertyKey[]; message: string }> };
  const [issue] = issues ?? [];
  if (issue !== undefined) return `"${issue.path.join('.')}": ${issue.message}`;
  return code ?? 'it is no JSON';
}
