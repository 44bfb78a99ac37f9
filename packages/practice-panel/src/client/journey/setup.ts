import { type Health, PROTOCOL_VERSION, type SetupStep } from '@agent-factory/protocol';
import { textFact, textsFact } from '../server/facts.js';
import type { ClientError } from '../server/outcome.js';
import type { ServerConnection } from '../server/server.js';

/** The next thing that is missing before an exercise can start, and only that one. */
export type SetupNeed =
  /** Nobody answered. On a public page, the browser or the daemon's list of origins may be the reason. */
  | { readonly kind: 'server_missing' }
  /** The browser is about to ask the student; say why first. */
  | { readonly kind: 'permission_needed' }
  | { readonly kind: 'permission_denied' }
  /** A part of the page did not arrive from the lesson site: it is down, or has a new version without that part. */
  | { readonly kind: 'page_incomplete' }
  | { readonly kind: 'dependency'; readonly step: SetupStep }
  /** The daemon cannot start sessions and names no step. */
  | { readonly kind: 'unhealthy'; readonly reason: string | undefined }
  /** Page and daemon speak different versions of the contract. */
  | { readonly kind: 'version_differs'; readonly older: 'server' | 'page' };

/** What is missing with this connection; undefined if the exercise can start. */
export function nextNeed(connection: ServerConnection): SetupNeed | undefined {
  switch (connection.status) {
    case 'permission_needed':
    case 'permission_denied':
    case 'page_incomplete':
      return { kind: connection.status };
    case 'connected':
      return needOf(connection.health);
    default:
      return { kind: 'server_missing' };
  }
}

function needOf(health: Health): SetupNeed | undefined {
  if (health.protocolVersion !== PROTOCOL_VERSION) {
    return { kind: 'version_differs', older: health.protocolVersion < PROTOCOL_VERSION ? 'server' : 'page' };
  }
  if (health.healthy) return undefined;
  return health.next ? { kind: 'dependency', step: health.next } : { kind: 'unhealthy', reason: health.reason };
}

/** What is still missing after a start that failed with this error; undefined if nothing is. */
export function needAfter(error: ClientError): SetupNeed | undefined {
  if (error.error === 'unreachable') return { kind: 'server_missing' };
  if (error.error === 'page_incomplete') return { kind: 'page_incomplete' };
  return error.error === 'dependency_missing' ? { kind: 'dependency', step: stepOf(error) } : undefined;
}

/** The step that the error's facts describe, in the form in which health reports it. */
function stepOf(error: ClientError): SetupStep {
  return {
    dependency: textFact(error, 'missing') ?? 'the program',
    reason: textFact(error, 'reason') ?? error.error,
    title: textFact(error, 'title') ?? 'A program is missing',
    message: error.message,
    commands: textsFact(error, 'commands'),
  };
}
