import { type Health, PROTOCOL_VERSION, PracticeError } from '@agent-factory/protocol';
import type { Request, RequestHandler, Response } from 'express';
import { type FolderSight, isOfFolder, seesFolders } from '../access/folders-seen.js';
import { isNonce, proofOf } from '../access/proof.js';
import { nextStep } from '../dependencies/steps.js';
import type { SessionContext } from '../sessions/context.js';
import { VERSION } from '../system/version.js';
import { callerOf } from './caller.js';

/** `GET /health`; with `?nonce=`, the answer also proves that we have the token of the discovery file. */
export function healthRoute(health: (sight: FolderSight) => Promise<Health>, token: string): RequestHandler {
  return async (request, response: Response<Health>) => {
    const nonce = readNonce(request);
    const current = await health({ withFolders: seesFolders(callerOf(response)) });
    response.json(nonce === undefined ? current : { ...current, proof: proofOf(token, { nonce, port: current.port }) });
  };
}

function readNonce({ query: { nonce } }: Request): string | undefined {
  if (nonce === undefined || isNonce(nonce)) return nonce;
  const issue = 'nonce: nonce is 32 bytes in base64url';
  throw new PracticeError('invalid_request', `The request is not valid: ${issue}.`, { issues: [issue] });
}

interface HealthParts extends FolderSight {
  readonly startedAt: string;
  readonly capabilities: Health['capabilities'];
}

/** Whether exercises can start, from what is known already: it never waits for a program to start. */
export async function currentHealth(
  context: SessionContext,
  { startedAt, capabilities, withFolders }: HealthParts,
): Promise<Health> {
  const { config } = context;
  const dependencies = await context.dependencies.current();
  const next = nextStep(dependencies, context.agents);
  return {
    name: 'practice-server',
    status: 'ok',
    healthy: next === undefined,
    ...(next && { reason: next.reason, next }),
    version: VERSION,
    protocolVersion: PROTOCOL_VERSION,
    port: context.port(),
    startedAt,
    uptime: Math.round(process.uptime()),
    platform: process.platform,
    agent: config.agent,
    content: config.content,
    dependencies,
    activeSessions: context.live.sessionIds.filter((sessionId) => withFolders || !isOfFolder(sessionId)).length,
    faults: context.faults.count,
    capabilities,
  };
}
