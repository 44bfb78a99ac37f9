import { type Health, PROTOCOL_VERSION } from '@agent-factory/protocol';
import type { RequestHandler } from 'express';
import type { SessionContext } from '../sessions/context.js';
import { nextStep } from '../system/dependencies.js';
import { VERSION } from '../system/version.js';

/** `GET /health`. */
export function healthRoute(health: () => Promise<Health>): RequestHandler {
  return async (_request, response) => {
    response.json(await health());
  };
}

/** Whether exercises can start, from what is known already: it never waits for a program to start. */
export async function currentHealth(context: SessionContext, startedAt: string): Promise<Health> {
  const { config } = context;
  const dependencies = await context.dependencies.current();
  const next = nextStep(dependencies);
  return {
    name: 'practice-server',
    healthy: next === undefined,
    ...(next && { reason: next.reason, next }),
    version: VERSION,
    protocolVersion: PROTOCOL_VERSION,
    port: context.port(),
    startedAt,
    platform: process.platform,
    agent: config.agent,
    content: config.content,
    dependencies,
    activeSessions: context.live.count,
  };
}
