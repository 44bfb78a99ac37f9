import { parseJson } from '@agent-factory/protocol';
import * as z from 'zod';

// What the program of the simulated learner says of a run, a line of JSON each; only what is used here.

const gapSchema = z.object({
  title: z.string(),
  problem: z.string(),
  location: z.object({ line: z.number().int().nullable(), text: z.string() }),
});

const reportSchema = z.object({
  meta: z.object({
    outcome: z.string(),
    summary: z.string(),
    tutorial: z.string(),
    /** Seconds. */
    duration: z.number(),
    cost: z.object({ usd: z.number().nullable() }),
  }),
  gaps: z.array(gapSchema),
});
export type LearnerReport = z.infer<typeof reportSchema>;

const line = z.number().int().optional();
const toldSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('report'), report: reportSchema }),
  z.object({ type: z.literal('iteration_start'), iteration: z.number().int() }),
  z.object({ type: z.literal('live'), iteration: z.number().int(), role: z.string(), line }),
  z.object({ type: z.literal('student_output'), iteration: z.number().int(), status: z.string(), line }),
  z.object({ type: z.literal('mentor_output'), iteration: z.number().int(), line }),
]);
export type Told = z.infer<typeof toldSchema>;

/** What a line says; undefined where nothing of it is needed here. */
export function readTold(text: string): Told | undefined {
  const parsed = parseJson(text);
  return parsed.ok ? toldSchema.safeParse(parsed.value).data : undefined;
}

/** What goes on, in some words. */
export function standingOf(told: Exclude<Told, { type: 'report' }>): string {
  const place = 'line' in told && told.line !== undefined ? `, line ${told.line}` : '';
  return `try ${told.iteration}: ${doingOf(told)}${place}`;
}

function doingOf(told: Exclude<Told, { type: 'report' }>): string {
  if (told.type === 'live') return told.role;
  if (told.type === 'mentor_output') return 'the mentor has answered';
  if (told.type === 'student_output')
    return told.status === 'completed' ? 'checking' : told.status.replaceAll('_', ' ');
  return 'student';
}
