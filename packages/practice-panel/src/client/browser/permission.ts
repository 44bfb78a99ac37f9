import type { Unsubscribe } from '../store/store.js';

/** Whether this page may reach the student's machine. `unknown`: the browser has no such permission. */
export type LocalAccess = 'granted' | 'prompt' | 'denied' | 'unknown';

/** Names of the permission: Chromium split the older one in two. Whichever exists is queried. */
const PERMISSION_NAMES = ['loopback-network', 'local-network-access'];

export async function localAccess(): Promise<LocalAccess> {
  const status = await permissionStatus();
  return status?.state ?? 'unknown';
}

/** Calls back when the student changes the permission. */
export function onAccessChange(listener: () => void): Unsubscribe {
  const controller = new AbortController();
  void permissionStatus().then((status) => {
    if (!controller.signal.aborted) status?.addEventListener('change', listener, { signal: controller.signal });
  });
  return () => controller.abort();
}

async function permissionStatus(): Promise<PermissionStatus | undefined> {
  if (typeof navigator === 'undefined' || navigator.permissions === undefined) return undefined;
  for (const name of PERMISSION_NAMES) {
    try {
      return await navigator.permissions.query({ name: name as PermissionName });
    } catch {
      // browsers reject names they do not know; the next may be known
    }
  }
  return undefined;
}
