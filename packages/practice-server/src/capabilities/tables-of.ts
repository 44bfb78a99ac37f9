import type { TableSet } from '../store/schema/table-set.js';
import type { Capability } from './capability.js';

/** The tables of these capabilities, each set under its capability's name. */
export function tablesOf(capabilities: readonly Capability[]): TableSet[] {
  return capabilities.flatMap(({ name, tables }) => (tables === undefined ? [] : { name, ...tables }));
}
