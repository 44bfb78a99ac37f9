import * as z from 'zod';
import { commandSchema } from '../../contract/agents.js';
import { createdFileSchema, llmCallSchema } from '../../contract/report.js';

/** What a run was started with: `run.json`. It has no secret in it. */
export const runFileSchema = z.object({
  version: z.literal(1),
  runId: z.string().max(100),
  /** ISO 8601 in UTC. */
  createdAt: z.string().max(40),
  /** What the author named: a path, a lesson, an exercise. */
  target: z.string().max(4096),
  /** The configuration as it was read, with its defaults. */
  config: z.unknown(),
  /** Versions of this package, of Node and of what else matters, by name. */
  versions: z.record(z.string().max(100), z.string().max(200)),
});
export type RunFile = z.infer<typeof runFileSchema>;

/** One line of `audit.ndjson`. */
export const auditRecordSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('command'), iteration: z.number().int(), command: commandSchema }),
  z.object({ kind: z.literal('file'), file: createdFileSchema }),
  z.object({ kind: z.literal('llm_call'), call: llmCallSchema }),
  z.object({ kind: z.literal('denied'), iteration: z.number().int(), host: z.string(), at: z.string() }),
]);
export type AuditRecord = z.infer<typeof auditRecordSchema>;
