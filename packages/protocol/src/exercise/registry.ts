import * as z from 'zod';
import { boundedList } from '../bounded.js';
import { exerciseIdSchema } from '../ids.js';
import { firstIssues } from '../issue.js';
import { MAX_CONTENT_VALUES, MAX_CRITERIA, MAX_REGISTRY_ENTRIES, MAX_REGISTRY_LENGTH } from '../limits.js';
import { decode, decodeJson, type Outcome } from '../outcome.js';

const MAX_REASON_LENGTH = 4000;

export const difficultySchema = z.enum(['beginner', 'intermediate', 'advanced']);
export type Difficulty = z.infer<typeof difficultySchema>;

/**
 * One exercise as the registry lists it. `lessonPath` is the lesson's source path below `docs`,
 * without its extension; a lesson has a Practice button where an entry names it.
 */
export const registryEntrySchema = z.object({
  id: exerciseIdSchema,
  title: z.string().min(1).max(200),
  lessonPath: z.string().min(1).max(300),
  difficulty: difficultySchema,
  estimatedMinutes: z.number().int().min(1).max(600),
  xpReward: z.number().int().min(0).max(100_000),
  skills: boundedList(z.string().min(1).max(100), { max: 20 }).prefault([]),
  next: exerciseIdSchema.optional(),
  /** How many stages it has, so that a page can leave room for them. Undefined: none, or made by an older kit. */
  stageCount: z.number().int().min(1).max(MAX_CRITERIA).optional(),
  /** Whether the Workbench opens with it. */
  workbench: z.boolean().optional(),
  /** Why it cannot be started, in words for its author. */
  unavailable: z.string().max(MAX_REASON_LENGTH).optional(),
});
export type RegistryEntry = z.infer<typeof registryEntrySchema>;

/** `registry.json`, generated from the `config.json` of every exercise. */
export const registrySchema = z.object({
  version: z
    .string()
    .max(20)
    .regex(/^1(\.\d+)*$/, 'a registry of version 1'),
  exercises: boundedList(registryEntrySchema, { max: MAX_REGISTRY_ENTRIES }),
});
export type Registry = z.infer<typeof registrySchema>;

/** Fills in the fields of a broken entry, so that it can be listed with its reason. */
const PLACEHOLDERS = { lessonPath: 'unknown', difficulty: 'beginner', estimatedMinutes: 1, xpReward: 0 } as const;

const openRegistrySchema = registrySchema.extend({
  exercises: boundedList(z.unknown(), { max: MAX_REGISTRY_ENTRIES }),
});

/** A registry with more broken entries than this is broken as a whole: listing each costs far more than a good one. */
const MAX_BROKEN_ENTRIES = 100;

/**
 * Reads a registry entry by entry, so that a broken one never hides the others. It is listed as
 * unavailable, with whatever can be read. Only an entry without a unique id is left out, and then
 * `issues` says so.
 */
export function decodeRegistry(text: string): Outcome<{ registry: Registry; issues: string[] }> {
  const limits = { maxLength: MAX_REGISTRY_LENGTH, maxValues: MAX_CONTENT_VALUES };
  const outcome = decodeJson(openRegistrySchema, text, limits);
  if (!outcome.ok) return outcome;
  const entries = new Map<string, RegistryEntry>();
  const issues: string[] = [];
  let broken = 0;
  for (const [index, raw] of outcome.value.exercises.entries()) {
    const { read, why } = readEntry(raw, index);
    issues.push(...why);
    if (why.length > 0) broken += 1;
    if (broken > MAX_BROKEN_ENTRIES) return { ok: false, issues: firstIssues(issues) };
    if (read !== undefined && !entries.has(read.id)) entries.set(read.id, read);
    else if (read !== undefined) issues.push(`exercises.${index}.id: found "${read.id}", which occurs twice`);
  }
  const registry = { ...outcome.value, exercises: [...entries.values()] };
  return { ok: true, value: { registry, issues: firstIssues(issues) } };
}

function readEntry(raw: unknown, index: number): { read: RegistryEntry | undefined; why: string[] } {
  const entry = decode(registryEntrySchema, raw);
  if (entry.ok) return { read: entry.value, why: [] };
  const why = entry.issues.map((issue) => `exercises.${index}.${issue}`);
  return { read: unavailableEntry(raw, `registry.json: ${why.join('; ')}`), why };
}

/** What can be read of a broken entry; undefined if not even its id can. */
function unavailableEntry(raw: unknown, unavailable: string): RegistryEntry | undefined {
  const fields = typeof raw === 'object' && raw !== null ? new Map(Object.entries(raw)) : new Map<string, unknown>();
  const readable = Object.entries(registryEntrySchema.shape).flatMap(([name, schema]) => {
    const read = schema.safeParse(fields.get(name));
    return read.success && read.data !== undefined ? [[name, read.data]] : [];
  });
  const known = { title: fields.get('id'), ...PLACEHOLDERS, ...Object.fromEntries(readable) };
  const entry = registryEntrySchema.safeParse({ ...known, unavailable: unavailable.slice(0, MAX_REASON_LENGTH) });
  return entry.success ? entry.data : undefined;
}
