import {
  type AgentId,
  agentIdSchema,
  decodeJson,
  type ExerciseId,
  exerciseIdSchema,
  type GridSize,
} from '@agent-factory/protocol';
import { castHeaderSchema, recordingEndSchema } from '@agent-factory/protocol/recordings';
import * as z from 'zod';

/** What an event is: output, input, or a new size. */
export type EventCode = 'o' | 'i' | 'r';

/** Names of what our own comments hold. */
const ABOUT = '# practice ';
const ENDED = '# ended ';

/** Programs in a session find this name, or one like it, in TERM. */
const TERM = 'tmux-256color';

/** What asciicast has no place for, as a comment below the header. */
const aboutSchema = z.object({ exerciseId: exerciseIdSchema, agent: agentIdSchema, withInput: z.boolean() });

/** The last line of a finished recording, a comment. */
const endedSchema = z.object({ durationMs: z.number().int().min(0), endedBy: recordingEndSchema });
export type Ended = z.infer<typeof endedSchema>;

/** How a recording begins. */
export interface Beginning {
  readonly size: GridSize;
  readonly startedAt: Date;
  readonly exerciseId: ExerciseId;
  readonly agent: AgentId;
  readonly withInput: boolean;
}

/** The first two lines of a recording. */
export function beginningLines({ size, startedAt, exerciseId, agent, withInput }: Beginning): string {
  const timestamp = Math.floor(startedAt.getTime() / 1000);
  const term = { cols: size.cols, rows: size.rows, type: TERM };
  const header = { version: 3, term, timestamp, title: exerciseId };
  return `${JSON.stringify(header)}\n${ABOUT}${JSON.stringify({ exerciseId, agent, withInput })}\n`;
}

/** Reads the first lines; undefined if no recording of ours begins like this, or its second line has no end. */
export function readBeginning([first = '', second = '', third]: readonly string[]): Beginning | undefined {
  if (third === undefined) return undefined;
  const header = decodeJson(castHeaderSchema, first);
  const about = second.startsWith(ABOUT) ? decodeJson(aboutSchema, second.slice(ABOUT.length)) : undefined;
  if (!header.ok || about?.ok !== true) return undefined;
  const startedAt = new Date((header.value.timestamp ?? Number.NaN) * 1000);
  const { cols, rows } = header.value.term;
  return Number.isNaN(startedAt.getTime()) ? undefined : { ...about.value, size: { cols, rows }, startedAt };
}

export function endedLine(ended: Ended): string {
  return `${ENDED}${JSON.stringify(ended)}\n`;
}

export function readEnded(line: string): Ended | undefined {
  const ended = line.startsWith(ENDED) ? decodeJson(endedSchema, line.slice(ENDED.length)) : undefined;
  return ended?.ok === true ? ended.value : undefined;
}

/** Events as lines. Their times are differences of rounded times, so that rounding never adds up. */
export class EventLines {
  #lastMs = 0;

  /** `atMs` counts from the beginning, by a clock that never jumps. */
  next(atMs: number, code: EventCode, data: string): string {
    const at = Math.max(this.#lastMs, Math.round(atMs));
    const interval = (at - this.#lastMs) / 1000;
    this.#lastMs = at;
    return `${JSON.stringify([interval, code, data])}\n`;
  }
}

const eventSchema = z.tuple([z.number().min(0), z.string().max(1), z.string()]);

/** Milliseconds from one event to the next; 0 for a comment; undefined for a line that is neither. */
export function intervalOf(line: string): number | undefined {
  if (line.startsWith('#')) return 0;
  const event = decodeJson(eventSchema, line);
  return event.ok ? Math.round(event.value[0] * 1000) : undefined;
}
