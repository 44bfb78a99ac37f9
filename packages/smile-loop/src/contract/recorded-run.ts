import * as z from 'zod';
import { loopStateSchema } from './loop-state.js';
import { recordedEventSchema } from './observe-events.js';
import { reportSchema } from './report.js';

/** A run as the page shows it, `GET /api/run`: of one that goes on, what there is so far. */
const recordedRunSchema = z.object({
  /** Of the tutorial, for people. */
  name: z.string(),
  /** The tutorial as the student had it; null where it is not in the run's folder. */
  text: z.string().nullable(),
  /** Tries of the student at most; null where the run does not say. */
  maxIterations: z.number().int().nullable(),
  /** Whether nothing is added any more, so that its events can be gone through again. */
  recorded: z.boolean(),
  state: loopStateSchema,
  /** Null until it is written, at the end of the run. */
  report: reportSchema.nullable(),
  events: z.array(recordedEventSchema),
});
export type RecordedRun = z.infer<typeof recordedRunSchema>;
