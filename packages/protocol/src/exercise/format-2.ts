import * as z from 'zod';
import { boundedList } from '../bounded.js';
import { MAX_CRITERIA } from '../limits.js';
import { declarativeCheckSchema } from './checks.js';
import { checkTimeoutSchema, configFields, scriptCheckSchema } from './config-fields.js';
import { criterionConfigSchema, stageTitleSchema } from './criteria.js';

/** Checks that need no script, run in this order. `timeout` applies to all of them together. */
const declaredChecksSchema = z.object({
  type: z.literal('checks'),
  checks: boundedList(declarativeCheckSchema, { min: 1, max: MAX_CRITERIA }),
  timeout: checkTimeoutSchema,
});

/** The current `config.json`. */
export const format2Schema = z.object({
  formatVersion: z.literal(2),
  ...configFields,
  /** Titles of all stages in their order, if there are some without criteria: the tutor judges those. */
  stages: boundedList(stageTitleSchema, { max: MAX_CRITERIA }).prefault([]),
  /** All criteria, in the order in which students meet them. */
  criteria: boundedList(criterionConfigSchema, { max: MAX_CRITERIA }).prefault([]),
  verification: z.discriminatedUnion('type', [scriptCheckSchema, declaredChecksSchema]).optional(),
});
