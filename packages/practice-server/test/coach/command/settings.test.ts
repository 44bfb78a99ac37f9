import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  type CoachCall,
  type CoachSettings,
  commandEnvironment,
  readCoachSettings,
} from '../../../src/commands/coach-environment.js';

describe('the settings of the coach', () => {
  let cwd: string;
  let home: string;

  beforeEach(async () => {
    cwd = await mkdtemp(join(inject('runFolder'), 'settings-'));
    home = await mkdtemp(join(inject('runFolder'), 'home-'));
  });
  afterEach(async () => {
    await rm(cwd, { recursive: true });
    await rm(home, { recursive: true });
  });

  function read(environment: NodeJS.ProcessEnv = {}, call: Partial<CoachCall> = {}) {
    return readCoachSettings({ environment: { HOME: home, ...environment }, cwd, ...call });
  }

  test('are the current folder and nothing else, where nothing is said', async () => {
    expect(await read()).toEqual({ ok: true, value: { environment: { HOME: home }, project: cwd } });
  });

  test('are the same for a command that opens no project, without the key of a .env', async () => {
    await writeFile(
      join(cwd, '.env'),
      'CHROMADB_URL=http://localhost:8000\nDATA_DIR=data\nANTHROPIC_API_KEY=from-file\n',
    );
    const environment = { HOME: home, CHROMADB_URL: 'http://localhost:9000' };
    expect(await commandEnvironment({ environment, cwd })).toEqual({
      ...environment,
      DATA_DIR: 'data',
      AF_PRACTICE_HOME: join(cwd, 'data'),
    });
    expect((await commandEnvironment({ environment: {}, cwd })).CHROMADB_URL).toBe('http://localhost:8000');
  });

  test('come from .env, less than from the environment, and less than from the command line', async () => {
    for (const name of ['file', 'variable', 'argument']) await mkdir(join(cwd, name));
    await writeFile(join(cwd, '.env'), 'PROJECT_DIR="file" # a comment\nexport ANTHROPIC_API_KEY=from-file\nPORT=1\n');
    expect(await read()).toMatchObject({
      value: { project: join(cwd, 'file'), port: 1, agentKey: 'from-file' },
    });
    const more = { PROJECT_DIR: 'variable', PORT: '2', ANTHROPIC_API_KEY: '' };
    expect(await read(more)).toMatchObject({
      value: { project: join(cwd, 'variable'), port: 2, environment: { ANTHROPIC_API_KEY: '' } },
    });
    expect(((await read(more)) as { value: CoachSettings }).value.agentKey).toBeUndefined();
    expect(await read(more, { folder: 'argument' })).toMatchObject({ value: { project: join(cwd, 'argument') } });
  });

  test('take nothing from .env but their own names: it may be a stranger’s', async () => {
    await writeFile(join(cwd, '.env'), 'PATH=/evil\nANTHROPIC_BASE_URL=http://evil.example\nCHROMADB_URL=http://c\n');
    const { value } = (await read()) as { value: { environment: object } };
    expect(value.environment).toEqual({ HOME: home, CHROMADB_URL: 'http://c' });
  });

  test('do not mind a .env that is a folder, or far too long', async () => {
    await mkdir(join(cwd, '.env'));
    expect((await read()).ok).toBe(true);
    await rm(join(cwd, '.env'), { recursive: true });
    await writeFile(join(cwd, '.env'), `PORT=1\n${'#'.repeat(300_000)}`);
    expect(await read()).toEqual({ ok: true, value: { environment: { HOME: home }, project: cwd } });
  });

  test('know the home directory in a path', async () => {
    await mkdir(join(home, 'code'));
    expect(await read({ PROJECT_DIR: '~/code', DATA_DIR: '~/data' })).toMatchObject({
      value: { project: join(home, 'code'), environment: { AF_PRACTICE_HOME: join(home, 'data') } },
    });
  });

  test('leave DATA_DIR alone where AF_PRACTICE_HOME says more', async () => {
    const given = { DATA_DIR: join(cwd, 'data'), AF_PRACTICE_HOME: join(home, 'other') };
    expect(await read(given)).toMatchObject({ value: { environment: { AF_PRACTICE_HOME: join(home, 'other') } } });
    await expect(rm(join(cwd, 'data'))).rejects.toThrow('ENOENT');
  });

  test('take the port of the command line, whatever PORT says', async () => {
    expect(await read({ PORT: 'many' }, { port: 4100 })).toMatchObject({ ok: true, value: { port: 4100 } });
  });

  test('keep the key of .env out of the environment that all sessions get', async () => {
    await writeFile(join(cwd, '.env'), 'ANTHROPIC_API_KEY=from-file\n');
    expect(await read()).toEqual({
      ok: true,
      value: { environment: { HOME: home }, project: cwd, agentKey: 'from-file' },
    });
    expect(await read({ ANTHROPIC_API_KEY: 'own' })).toMatchObject({
      value: { environment: { ANTHROPIC_API_KEY: 'own' }, agentKey: 'own' },
    });
  });

  test('refuse what cannot be a key, without repeating it', async () => {
    for (const key of ['my secret', 'x'.repeat(2000), 'é']) {
      const refused = await read({ ANTHROPIC_API_KEY: key });
      expect(refused).toEqual({ ok: false, issues: [expect.stringMatching(/^ANTHROPIC_API_KEY is no key/)] });
      expect(JSON.stringify(refused)).not.toContain(key);
    }
  });

  test('say everything that is wrong at once', async () => {
    const wrong = await read({ PORT: '65536', PROJECT_DIR: 'none' }, { isStrict: true });
    expect(wrong).toEqual({
      ok: false,
      issues: [
        expect.stringContaining('ANTHROPIC_API_KEY is not set'),
        expect.stringContaining('PORT is "65536"'),
        `The project folder ${join(cwd, 'none')} does not exist.`,
      ],
    });
  });
});
