import { ROUTES, type Route, TERMINAL_PATH } from '@agent-factory/protocol';
import { EVENT_ROUTES } from '@agent-factory/protocol/events';
import { SHUTDOWN_PATH } from '../http/served-route.js';
import type { Capability, OpenCapability } from './capability.js';

/** Names records of migrations; `kysely` is the core's own. */
const NAME = /^(?!kysely$)[a-z]{1,30}$/;

/** Throws if capabilities clash with each other or with the core, which is a mistake in the program. */
export function refuseClashes(names: readonly Capability['name'][], opened: readonly OpenCapability[]): void {
  for (const name of names) if (!NAME.test(name)) throw new Error(`"${name}" cannot be the name of a capability`);
  refuseTwice(names, (name) => `Two capabilities are called ${name}`);
  const routes: Route[] = opened.flatMap((parts) => parts.routes ?? []).map(({ route }) => route);
  const served = [...Object.values(ROUTES), ...Object.values(EVENT_ROUTES), ...routes].map(
    ({ method, path }) => `${method} ${path}`,
  );
  refuseTwice([`POST ${SHUTDOWN_PATH}`, ...served], (route) => `${route} is served twice`);
  const paths = opened.flatMap((parts) => parts.sockets ?? []).map(({ path }) => path);
  refuseHidden([TERMINAL_PATH, ...paths]);
}

function refuseTwice(values: readonly string[], message: (value: string) => string): void {
  const again = values.find((value, index) => values.indexOf(value) < index);
  if (again !== undefined) throw new Error(message(again));
}

/** A path that begins with that of a whole folder would never be reached. */
function refuseHidden(paths: readonly string[]): void {
  for (const [index, path] of paths.entries()) {
    if (!/^\/./.test(path)) throw new Error(`The path of a socket begins with a slash: ${path}`);
    const other = paths.find((other, place) => place !== index && isHiddenBy(path, other));
    if (other !== undefined) throw new Error(`The paths of WebSockets clash: ${path} and ${other}`);
  }
}

function isHiddenBy(path: string, other: string): boolean {
  return path === other || (other.endsWith('/') && path.startsWith(other));
}
