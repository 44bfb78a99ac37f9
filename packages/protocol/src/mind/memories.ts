import * as z from 'zod';
import { MAX_MEMORIES_PAGE, MAX_MEMORY_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from './limits.js';
import { severitySchema } from './values.js';

const content = z.string().trim().min(1).max(MAX_MEMORY_LENGTH);
const tags = z.array(z.string().min(1).max(MAX_TAG_LENGTH)).max(MAX_TAGS);

/** Something that is remembered of the learner. `importance` is one of the severities. */
export const memorySchema = z.object({
  id: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  importance: severitySchema,
  /** The id of the project it is from, and that of the coaching session. */
  project: z.string(),
  sessionId: z.string(),
  createdAt: z.iso.datetime(),
});
export type Memory = z.infer<typeof memorySchema>;

/** `GET /coach/memories`: the latest first or, with `query`, the nearest in meaning first. */
export const memoriesQuerySchema = z.strictObject({
  query: z.string().max(1000).optional(),
  project: z.string().max(200).optional(),
  /** The `next` of the page before. */
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(MAX_MEMORIES_PAGE).default(50),
});
export const memoriesResponseSchema = z.object({
  memories: z.array(memorySchema),
  /** Of all, in the project that was asked for. */
  total: z.number().int().min(0),
  next: z.string().optional(),
  /** Where they are kept; and, in words, why they cannot be reached just now. */
  kept: z.enum(['here', 'chromadb']),
  trouble: z.string().optional(),
});
export type MemoriesResponse = z.infer<typeof memoriesResponseSchema>;

/** `POST /coach/memories/:id`. */
export const memoryChangeSchema = z.strictObject({
  content: content.optional(),
  tags: tags.optional(),
  importance: severitySchema.optional(),
});
export type MemoryChange = z.infer<typeof memoryChangeSchema>;

/** `GET /coach/memories/export`: always all. */
export const exportQuerySchema = z.strictObject({});

/** `DELETE /coach/memories`: of one project or, without it, of all. A misspelt project is not all of them. */
export const memoryScopeSchema = z.strictObject({ project: z.string().max(200).optional() });

/** `DELETE /coach/memories/:id` and, of all, or of a project, `DELETE /coach/memories`: how many there were. */
export const deletedMemoriesSchema = z.object({ deleted: z.number().int().min(0) });
