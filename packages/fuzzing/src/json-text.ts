/** JSON as text, for what no JavaScript value turns into, such as a list ten thousand deep. */
export class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** JSON of a value, with the numbers that `JSON.stringify` tidies away: -0, and 1e400, which is read as Infinity. */
export function jsonText(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (typeof value === 'number') return numberText(value);
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  return `{${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}:${jsonText(part)}`)
    .join(',')}}`;
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (Number.isNaN(value)) return '"NaN"';
  return Number.isFinite(value) ? String(value) : `${value < 0 ? '-' : ''}1e400`;
}
