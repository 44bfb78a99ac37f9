import * as z from 'zod';
import { type Report, reportSchema } from '../../contract/report.js';

/** The report for programs. Throws a ZodError where it is none: that is a bug. */
export function toJson(report: Report): string {
  return `${JSON.stringify(reportSchema.parse(report), null, 2)}\n`;
}

/** JSON Schema (draft 2020-12) of what `toJson` writes. */
export function reportJsonSchema(): Record<string, unknown> {
  return { title: 'Report of a SMILE loop', ...z.toJSONSchema(reportSchema) };
}
