import * as z from 'zod';
import { boundedList, boundedRecord } from '../bounded.js';
import { DEFAULT_CHECK_TIMEOUT_SECONDS, MAX_CRITERIA, MAX_EXERCISE_FILES, MAX_NEEDS } from '../limits.js';
import { type DeclarativeCheck, namedCheckSchema } from './checks.js';
import { checkTimeoutSchema, configFields, scriptCheckSchema } from './config-fields.js';
import { criterionTitleSchema, hintsSchema, stageTitleSchema } from './criteria.js';
import { criteriaOf, type Format1Criteria } from './format-1-criteria.js';
import type { format2Schema } from './format-2.js';
import { contentPathSchema } from './path.js';

/** Files that must exist, and text they must contain: the predecessor of declared checks. */
const filesCheckSchema = z.object({
  type: z.literal('files'),
  files: boundedList(
    z.object({
      path: contentPathSchema,
      /** Title of the criterion; by default it is made from the path. */
      name: criterionTitleSchema.optional(),
      contains: boundedList(z.string().min(1).max(2000), { max: 50 }).prefault([]),
      hint: z.string().max(2000).optional(),
    }),
    { min: 1, max: MAX_EXERCISE_FILES },
  ),
});

const namedChecksSchema = z.object({
  type: z.literal('checks'),
  checks: boundedList(namedCheckSchema, { min: 1, max: MAX_CRITERIA }),
  timeout: checkTimeoutSchema,
});

const stageSchema = z.object({
  title: stageTitleSchema,
  criteria: boundedList(criterionTitleSchema, { min: 1, max: MAX_CRITERIA }),
});

/** The old `config.json`: it has no list of criteria, and repeats a criterion's title wherever it refers to it. */
export const format1Schema = z.object({
  formatVersion: z.literal(1).optional(),
  ...configFields,
  /** A criterion belongs to one of them at most. */
  stages: boundedList(stageSchema, { max: 20 }).prefault([]),
  needs: boundedRecord(
    criterionTitleSchema,
    boundedList(criterionTitleSchema, { min: 1, max: MAX_NEEDS }),
    MAX_CRITERIA,
  ).prefault({}),
  /** The ladders, or just the number of hints the tutor may give. */
  hints: z
    .union([z.number().int().min(0).max(100), boundedRecord(criterionTitleSchema, hintsSchema, MAX_CRITERIA)])
    .prefault(0),
  verification: z.discriminatedUnion('type', [scriptCheckSchema, filesCheckSchema, namedChecksSchema]).optional(),
});
type Format1 = z.infer<typeof format1Schema>;

/** Converts format 1 to format 2. The criteria are those that it happens to name. */
export function fromFormat1(config: Format1, context: z.core.$RefinementCtx) {
  const { stages, needs, hints, verification, ...rest } = config;
  const checks = checksOf(verification);
  const ladders = typeof hints === 'number' ? {} : hints;
  const named: Format1Criteria = { stages, needs, ladders, checked: checks.map(({ name }) => name) };
  const criteria = criteriaOf(named, context);
  const ids = new Map(criteria.map(({ id, title }) => [title, id]));
  return {
    ...rest,
    formatVersion: 1 as const,
    // Each of them has criteria, which name it.
    stages: [],
    criteria,
    verification: verificationOf(
      verification,
      checks.map(({ name, ...check }): DeclarativeCheck => ({ ...check, criterion: ids.get(name) ?? '' })),
    ),
  };
}

type NamedCheck = z.infer<typeof namedCheckSchema>;

function checksOf(verification: Format1['verification']): NamedCheck[] {
  if (verification === undefined || verification.type === 'script') return [];
  return verification.type === 'checks' ? verification.checks : verification.files.map(checkOfFile);
}

/** Longest title of a criterion; a path alone may be that long. */
const MAX_TITLE_LENGTH = 200;

function checkOfFile({ path, name, contains, hint }: z.infer<typeof filesCheckSchema>['files'][number]): NamedCheck {
  const made = contains.length === 0 ? `${path} exists` : `${path} contains what it should`;
  const base = { name: name ?? made.slice(0, MAX_TITLE_LENGTH), path, ...(hint !== undefined && { hint }) };
  return contains.length === 0 ? { ...base, type: 'file_exists' } : { ...base, type: 'file_contains', contains };
}

function verificationOf(
  verification: Format1['verification'],
  checks: DeclarativeCheck[],
): z.infer<typeof format2Schema>['verification'] {
  if (verification === undefined || verification.type === 'script') return verification;
  const timeout = verification.type === 'checks' ? verification.timeout : DEFAULT_CHECK_TIMEOUT_SECONDS;
  return { type: 'checks', checks, timeout };
}
