import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { fixSchema, triggerSchema } from './wire.js';

export const CORPUS = fileURLToPath(new URL('../../corpus/', import.meta.url));

export const GAP_KINDS = [
  'missing-dependency',
  'wrong-path',
  'unstated-version',
  'ambiguous-step',
  'paid-service',
  'broken-command',
  'missing-image',
  'step-out-of-order',
] as const;

/** `corpus/<kind>/case.json`: a tutorial with a planted gap, and what somebody knows who knows the way on. */
const caseSchema = z.strictObject({
  kind: z.enum(GAP_KINDS),
  title: z.string(),
  /** Where the gap is in `gap/tutorial.md`: a whole line, from 1, that is there once. */
  gap: z.strictObject({ line: z.number().int().min(1), quote: z.string(), missing: z.string() }),
  /** Why a student has to ask there. */
  trigger: triggerSchema,
  /** What stands beside both tutorials and has to be staged, though no image refers to it. */
  files: z.array(z.string()),
  /** Run in the work folder; prints `{"criteria": [{name, passed, message?}]}`. */
  checks: z.string(),
  expert: z.strictObject({
    /** What of the student's words tells that it is stuck at this gap. */
    pattern: z.string(),
    explanation: z.string(),
    quote: z.string(),
    way: z.enum(['before', 'instead']),
    run: z.string(),
    fix: fixSchema,
    severity: z.enum(['low', 'medium', 'high']),
  }),
});
export type CorpusCase = z.infer<typeof caseSchema>;

/** Every case of the corpus, by name. */
export async function corpusCases(): Promise<CorpusCase[]> {
  const entries = await readdir(CORPUS, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(names.sort().map(readCase));
}

async function readCase(name: string): Promise<CorpusCase> {
  return caseSchema.parse(JSON.parse(await readFile(`${CORPUS}${name}/case.json`, 'utf8')));
}
