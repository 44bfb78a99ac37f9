import { type Health, PROTOCOL_VERSION } from '@agent-factory/protocol';
import type { RequestHandler } from 'express';
import type { Config } from '../config.js';
import { type Dependencies, nextStep } from '../system/dependencies.js';
import { VERSION } from '../system/version.js';

export interface HealthOptions {
  readonly config: Config;
  readonly dependencies: Dependencies;
  readonly port: () => number;
  readonly startedAt: string;
  readonly activeSessions: () => number;
}

/** `GET /health`. */
export function healthRoute(options: HealthOptions): RequestHandler {
  return async (_request, response) => {
    response.json(await currentHealth(options));
  };
}

export async function currentHealth(options: HealthOptions): Promise<Health> {
  const dependencies = await options.dependencies.current();
  const next = nextStep(dependencies);
  return {
    name: 'practice-server',
    healthy: next === undefined,
    ...(next && { reason: next.reason, next }),
    version: VERSION,
    protocolVersion: PROTOCOL_VERSION,
    port: options.port(),
    startedAt: options.startedAt,
    platform: process.platform,
    agent: options.config.agent,
    content: options.config.content,
    dependencies,
    activeSessions: options.activeSessions(),
  };
}
