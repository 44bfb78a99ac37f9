import { DASHBOARD_PATH } from '@agent-factory/protocol/mind';
import { useWorkbench } from '../context.js';

/** Where the learner's dashboard is, from the daemon's own pages alone: they share the pass that lets the browser in. */
export function useDashboardUrl(): string | undefined {
  const { serverUrl, projectId } = useWorkbench();
  if (!isHere(serverUrl)) return undefined;
  return `${DASHBOARD_PATH}?${new URLSearchParams({ project: projectId })}`;
}

function isHere(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === globalThis.location?.origin;
}
