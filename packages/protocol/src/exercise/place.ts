/** A file in the workspace, and a line of it. Lines and columns count from 1. */
export interface FilePlace {
  readonly path: string;
  readonly line: number;
  readonly column?: number;
}

const PLACE = /^(?:\.\/)?([^/\s:](?:[^:]*[^:\s])?):(\d{1,8})(?::(\d{1,8}))?$/;

/** The place that a criterion's `where` names, such as `agent.py:12`; undefined for a command, or a file without a line. */
export function placeIn(where: string): FilePlace | undefined {
  const [, path, line, column] = PLACE.exec(where.trim()) ?? [];
  if (path === undefined || Number(line) === 0) return undefined;
  return { path, line: Number(line), ...(Number(column) > 0 && { column: Number(column) }) };
}
