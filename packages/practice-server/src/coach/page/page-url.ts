import type { ProjectId } from '@agent-factory/protocol/coach';

export interface PageQuery {
  readonly project?: ProjectId | undefined;
  /** Opens the page once. */
  readonly token?: string;
}

/** The address of one of our own pages, by its path. */
export function pageUrl(port: number, path: string, query: PageQuery): string {
  const search = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][],
  );
  return `http://localhost:${port}${search.size === 0 ? path : `${path}?${search}`}`;
}
