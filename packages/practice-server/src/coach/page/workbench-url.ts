import { type ProjectId, WORKBENCH_PATH } from '@agent-factory/protocol/coach';

/** The address of the Workbench with a project; with a token, it opens the Workbench once. */
export function workbenchUrl(port: number, query: { project?: ProjectId; token?: string }): string {
  return `http://localhost:${port}${workbenchPath(query)}`;
}

/** The same, on whatever name and port the browser has already. */
export function workbenchPath(query: { project?: ProjectId | undefined; token?: string }): string {
  const search = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][],
  );
  return search.size === 0 ? WORKBENCH_PATH : `${WORKBENCH_PATH}?${search}`;
}
