import * as z from 'zod';

/**
 * A list of at most `max` items, counted before any of them is parsed: zod alone would parse a million items
 * first, and record what is wrong with each. If the list may be left out, use `prefault`: the JSON Schema would
 * say nothing of a `default`.
 */
export function boundedList<T extends z.ZodType>(item: T, { min = 0, max }: { min?: number; max: number }) {
  const list = min === 0 ? z.array(item).max(max) : z.array(item).min(min).max(max);
  return z.preprocess((value, context) => {
    if (Array.isArray(value) && value.length > max) context.issues.push(tooMany('array', value, max));
    return value;
  }, list);
}

/** An object of at most `max` entries with any names, counted before any of them is parsed. */
export function boundedRecord<T extends z.ZodType>(name: z.ZodString, value: T, max: number) {
  const record = z.record(name, value).meta({ maxProperties: max });
  return z.preprocess((input, context) => {
    if (entriesOf(input) > max) context.issues.push(tooMany('object', input, max));
    return input;
  }, record);
}

/** Any JSON of at most `max` values, nested ones included. */
export function boundedJson(max: number) {
  return z.preprocess((input, context) => {
    if (hasMoreValues(input, max)) {
      context.issues.push({ code: 'custom', message: `at most ${max} values inside each other`, input });
    }
    return input;
  }, z.json());
}

/**
 * Like `boundedList`, for schemas that are never turned into JSON Schema: parses the items one by one and stops
 * once it has found enough issues. For lists whose items are lists themselves.
 */
export function readList<T>(item: z.ZodType<T>, max: number) {
  return z.unknown().transform((value, context): T[] => {
    if (Array.isArray(value) && value.length <= max) return readItems(item, value, context);
    const noList = { code: 'invalid_type', expected: 'array', input: value } as const;
    context.issues.push(Array.isArray(value) ? tooMany('array', value, max) : noList);
    return z.NEVER;
  });
}

/** More than any message reports. */
const ENOUGH_ISSUES = 20;

function readItems<T>(item: z.ZodType<T>, input: readonly unknown[], context: z.core.ParsePayload): T[] {
  const items: T[] = [];
  for (const [index, value] of input.entries()) {
    const result = item.safeParse(value, { reportInput: true });
    if (result.success) items.push(result.data);
    else for (const issue of result.error.issues) context.issues.push(inside(index, issue));
    if (context.issues.length >= ENOUGH_ISSUES) break;
  }
  return items;
}

/** An issue of an item as an issue of its list, with the same message. */
function inside(index: number, issue: z.core.$ZodIssue): z.core.$ZodRawIssue {
  return { ...issue, path: [index, ...issue.path] } as z.core.$ZodRawIssue;
}

function tooMany(origin: 'array' | 'object', input: unknown, maximum: number): z.core.$ZodRawIssue {
  return { code: 'too_big', origin, maximum, inclusive: true, input };
}

function entriesOf(input: unknown): number {
  return typeof input === 'object' && input !== null ? Object.keys(input).length : 0;
}

/** Not recursive: input without a bound yet may be nested to any depth. */
function hasMoreValues(input: unknown, max: number): boolean {
  const open: unknown[] = [input];
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen + open.length > max) return true;
    const value = open.pop();
    if (entriesOf(value) > max) return true;
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value));
  }
  return false;
}
