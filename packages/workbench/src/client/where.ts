import type { Place } from './state.js';

/** Where a check has found something: `agent.py:25`, or `agent.py:25:3` with the column. */
const WHERE = /^(?:\.\/)?([^/\s:](?:[^:]*[^:\s])?):(\d{1,8})(?::(\d{1,8}))?$/;

export interface FilePlace extends Place {
  readonly path: string;
}

/** The file and line that a criterion's `where` names, both as in the project; undefined if it names none. */
export function parseWhere(where: string): FilePlace | undefined {
  const [, path, line, column] = WHERE.exec(where.trim()) ?? [];
  if (path === undefined || Number(line) === 0) return undefined;
  return { path, line: Number(line), ...(Number(column) > 0 && { column: Number(column) }) };
}
