import * as z from 'zod';

/** A column that holds JSON of one shape. What does not have the shape is a bug, on the way in and on the way out. */
export interface JsonColumn<T> {
  /** The column as it is stored: a text that is JSON of this shape. */
  readonly text: z.ZodType<string>;
  write(value: T): string;
  read(text: string): T;
}

export function jsonColumn<T>(shape: z.ZodType<T>): JsonColumn<T> {
  return {
    text: z.string().refine((text) => shape.safeParse(parsed(text)).success, 'JSON of another shape'),
    write: (value) => JSON.stringify(shape.parse(value)),
    read: (text) => shape.parse(JSON.parse(text)),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
