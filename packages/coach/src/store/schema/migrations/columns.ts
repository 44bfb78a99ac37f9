import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely';

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder;
export type Table = CreateTableBuilder<string, string>;

export const key: Column = (column) => column.primaryKey();
export const set: Column = (column) => column.notNull();

/** A column with the key of a row in another table, with which it goes. */
export function of(table: string): Column {
  return (column) => column.notNull().references(`${table}.id`).onDelete('cascade');
}

/** As their rows; a session that goes leaves them. */
export const ofSession: Column = (column) => column.references('coach_sessions.id').onDelete('set null');

export function table(db: Kysely<unknown>, name: string): Table {
  return db.schema.createTable(name).ifNotExists() as Table;
}
