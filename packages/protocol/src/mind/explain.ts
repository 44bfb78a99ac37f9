import * as z from 'zod';
import { exerciseIdSchema } from '../ids.js';
import { projectPathSchema, rangeSchema } from '../project-place.js';
import { MAX_CONTEXT_LENGTH, MAX_EXPLAINED_LENGTH } from './limits.js';

/** Where the student has marked it. */
export const EXPLAIN_SOURCES = ['editor', 'terminal', 'lesson'] as const;

/**
 * What is to be explained. `path`: of the file, or for people where it is from a terminal or a lesson. `language`: as
 * editors name them, such as `typescript`; empty where it is not known.
 */
export const explainRequestSchema = z.object({
  source: z.enum(EXPLAIN_SOURCES).default('editor'),
  path: projectPathSchema,
  language: z.string().max(60).default(''),
  /** Only in an editor. */
  range: rangeSchema.optional(),
  selectedText: z.string().max(MAX_EXPLAINED_LENGTH),
  surroundingContext: z.string().max(MAX_CONTEXT_LENGTH).default(''),
});
export type ExplainRequest = z.infer<typeof explainRequestSchema>;

export const explanationSchema = z.object({
  /** As it was asked. */
  path: projectPathSchema,
  explanation: z.string(),
  keyConcepts: z.array(z.string()),
  analogy: z.string().nullable(),
  /** Files of the project that are there. */
  relatedFiles: z.array(z.string()).nullable(),
  /** What it has to do with the phase that is worked on. */
  phaseConnection: z.string().nullable(),
});
export type Explanation = z.infer<typeof explanationSchema>;

/** `POST /coach/explain`: for pages without a coaching socket, as a lesson beside its terminal. */
export const explainProjectRequestSchema = explainRequestSchema.extend({ projectId: exerciseIdSchema });
