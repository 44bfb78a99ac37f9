/** Any object of a CLI's, whose fields have to be looked at before they are used. */
export type Json = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; empty if it is none. */
export function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Whether something in it is nested deeper than so many levels. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** Far more levels than any CLI nests what it says in, and far fewer than make writing it again overflow the stack. */
const MAX_LEVELS = 500;

/** How JSON begins. To find out that a line is none by parsing it takes a hundred times as long. */
const JSON_START = /^\s*["[{\d\-tfn]/;

/** The value of a line; undefined for what is no JSON or nested too deeply: as text, it is harmless. */
export function parseLine(line: string): unknown {
  if (!line.startsWith('{') && !JSON_START.test(line)) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    // Every level takes two characters.
    return line.length > 2 * MAX_LEVELS && isDeeper(value, MAX_LEVELS) ? undefined : value;
  } catch {
    return undefined;
  }
}

/** An amount: of tokens, or of money. Whatever is none, or more than anything has ever used, tells nothing. */
export function asAmount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : undefined;
}

/** What a table has under a name that a CLI has chosen. What every object has, such as `constructor`, is in no table. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Only the fields that have a value. */
export function defined<T extends object>(fields: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
