type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** A row as code speaks of it: `started_at` is `startedAt`. */
export type Named<Row> = { -readonly [Column in keyof Row as Camel<Column & string>]: Row[Column] };

/** Names of columns have lower-case letters and `_` only, so that there is a way back. */
export function recordOf<Row extends object>(row: Row): Named<Row> {
  return renamed(row, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())) as Named<Row>;
}

export function rowOf<Row extends object>(record: Named<Row>): Row {
  return renamed(record, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)) as Row;
}

function renamed(fields: object, rename: (name: string) => string): object {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [rename(name), value]));
}
