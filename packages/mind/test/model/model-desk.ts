import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSession } from '@agent-factory/coach/store';
import type { PracticeError } from '@agent-factory/protocol';
import * as z from 'zod';
import type { MindHost } from '../../src/host.js';
import type { CallApiOptions } from '../../src/model/call.js';
import { createModels, type ModelsOptions, type PaidModels } from '../../src/model/models.js';
import { Settings } from '../../src/settings/settings.js';
import { MessagesApi, type Says } from '../fixtures/messages-api.js';
import { MindStore } from '../fixtures/mind-store.js';

/** As secret as a key can be: nothing that anybody reads may hold it. */
export const KEY = 'sk-ant-very-secret-0123456789';

export const answerSchema = z.object({ word: z.string(), lines: z.array(z.number().int().max(10_000)).optional() });

/** Models over a Messages API of the test's, with a real database and a real file of settings. */
export class ModelDesk implements AsyncDisposable {
  readonly api: MessagesApi;
  readonly files: MindStore;
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly closing = new AbortController();
  readonly logged: unknown[] = [];
  readonly failures: unknown[] = [];
  readonly pauses: number[] = [];
  readonly keys = new Map<string, string>();
  readonly settings: Settings;

  static async make(...script: Says[]): Promise<ModelDesk> {
    const folder = await mkdtemp(join(tmpdir(), 'mind-model-'));
    return new ModelDesk(await MessagesApi.start(...script), await MindStore.make(), folder);
  }

  private constructor(api: MessagesApi, files: MindStore, folder: string) {
    this.api = api;
    this.files = files;
    this.folder = folder;
    this.environment = { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: api.url, PATH: '' };
    this.settings = new Settings(this.host);
  }

  get host(): MindHost {
    return {
      store: this.files.store,
      environment: this.environment,
      settingsFile: join(this.folder, 'coach.json'),
      closing: this.closing.signal,
      keyOf: (projectId) => this.keys.get(projectId),
      folderOf: async () => this.folder,
      leakIn: async () => undefined,
      mayNudge: async () => undefined,
      say: async () => undefined,
      sayWhenWaiting: () => undefined,
      logInfo: (message, facts) => void this.logged.push({ message, facts }),
      logWarning: (message, facts) => void this.logged.push({ message, facts }),
      logFailure: (error, what) => void this.failures.push({ error, what }),
    };
  }

  models(options: Partial<ModelsOptions> = {}): PaidModels {
    const sleep = async (ms: number) => void this.pauses.push(ms);
    return createModels({ host: this.host, settings: this.settings, sleep, ...options });
  }

  async session(): Promise<string> {
    return (await createSession(this.files.store, { projectId: 'kata', projectDir: '/' })).id;
  }

  choose(settings: object): Promise<void> {
    return writeFile(join(this.folder, 'coach.json'), JSON.stringify(settings));
  }

  rows(): Record<string, unknown>[] {
    return this.files.all('select * from coach_api_call_log order by rowid');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.closing.abort();
    await this.api[Symbol.asyncDispose]();
    await this.files[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export function question(more: Partial<CallApiOptions<z.infer<typeof answerSchema>>> = {}) {
  return {
    callType: 'explain_this',
    part: 'explain',
    model: 'haiku',
    systemPrompt: 'Say a word.',
    userMessage: 'Which word?',
    responseSchema: answerSchema,
    sessionId: null,
    projectId: null,
    ...more,
  } as const;
}

/** The error that a call fails with. */
export async function failureOf(call: Promise<unknown>): Promise<PracticeError> {
  return call.then(
    () => {
      throw new Error('It has not failed');
    },
    (error) => error,
  );
}
