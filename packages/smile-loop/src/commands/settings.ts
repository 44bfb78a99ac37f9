import { resolve } from 'node:path';
import { CONFIG_FILE, loadConfig } from '../config/load.js';
import type { Config } from '../config/schema.js';
import type { Provider } from '../contract/agents.js';
import { type Context, note } from './context.js';

/** What options may change of a configuration. */
export interface Settings {
  readonly config?: string;
  readonly output?: string;
  readonly provider?: Provider;
  readonly model?: string;
  readonly mentorProvider?: Provider;
  readonly mentorModel?: string;
  readonly image?: string;
  readonly maxIterations?: number;
  readonly timeout?: number;
  readonly maxUsd?: number;
  readonly maxTokens?: number;
  readonly allowNetwork?: boolean;
  readonly cache?: boolean;
  readonly port?: number;
  readonly knows?: readonly string[];
  readonly checks?: string;
}

/** Seconds that a script of `--checks` may take: the default of the configuration. */
const CHECKS_SECONDS = 120;

/**
 * The configuration with the options over it. Says of every unknown field that it is ignored.
 * @throws SmileError `config_…`
 */
export async function readSettings(context: Context, settings: Settings): Promise<Config> {
  const { cwd } = context;
  const path = resolve(cwd, settings.config ?? CONFIG_FILE);
  const config = await loadConfig(path, { explicit: settings.config !== undefined });
  for (const warning of config.warnings) note(context, `Warning: ${warning}`);
  return withSettings(config, settings, cwd);
}

function withSettings(config: Config, settings: Settings, cwd: string): Config {
  const { provider, model, mentorProvider = provider, mentorModel = model, maxUsd, maxTokens } = settings;
  const given = {
    outputDir: settings.output === undefined ? undefined : resolve(cwd, settings.output),
    containerImage: settings.image,
    maxIterations: settings.maxIterations,
    timeout: settings.timeout,
    allowNetwork: settings.allowNetwork,
    cache: settings.cache,
    port: settings.port,
    knows: settings.knows === undefined ? undefined : [...config.knows, ...settings.knows],
    checks: settings.checks === undefined ? undefined : scriptOf(resolve(cwd, settings.checks)),
    budget: maxUsd === undefined && maxTokens === undefined ? undefined : { usd: maxUsd, tokens: maxTokens },
  };
  return {
    ...config,
    ...defined(given),
    student: { ...config.student, ...defined({ provider, model }) },
    mentor: { ...config.mentor, ...defined({ provider: mentorProvider, model: mentorModel }) },
  };
}

function scriptOf(script: string): Config['checks'] {
  return { script, timeoutSeconds: CHECKS_SECONDS, in: 'fresh' };
}

/** What is not given changes nothing. */
function defined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
