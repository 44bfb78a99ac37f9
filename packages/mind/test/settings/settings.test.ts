import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MIND_PARTS } from '@agent-factory/protocol/mind';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Settings } from '../../src/settings/settings.js';
import { writeSettingsFile } from '../../src/settings/settings-file.js';

let folder: string;
let path: string;
let warnings: unknown[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mind-settings-'));
  path = join(folder, 'coach.json');
  warnings = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const settings = (environment: NodeJS.ProcessEnv = {}) =>
  new Settings({
    settingsFile: path,
    environment,
    logWarning: (message, facts) => void warnings.push({ message, facts }),
  });

describe('without a file', () => {
  test('everything is on, within a budget', async () => {
    const chosen = await settings({ CHROMADB_URL: 'http://127.0.0.1:8000' }).current();
    expect(chosen).toMatchObject({
      route: 'auto',
      budget: { dayUsd: 1, sessionUsd: 0.5 },
      chromadbUrl: 'http://127.0.0.1:8000',
    });
    expect(Object.keys(chosen.parts)).toEqual([...MIND_PARTS]);
    expect(Object.values(chosen.parts)).not.toContain(false);
    expect(chosen.problem).toBeUndefined();
    expect(warnings).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a change', () => {
  test('is written for the student alone, and leaves the rest as it is', async () => {
    await writeFile(
      path,
      JSON.stringify({ parts: { review: false }, ofALaterVersion: [1], budget: { dayUsd: 2, note: 'x' } }),
    );
    const ours = settings();
    await ours.change({ parts: { observer: false }, budget: { sessionUsd: 0.25 } });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      parts: { review: false, observer: false },
      ofALaterVersion: [1],
      budget: { dayUsd: 2, note: 'x', sessionUsd: 0.25 },
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['coach.json']);
    expect([await ours.isOn('observer'), await ours.isOn('review'), await ours.isOn('explain')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('is not lost to another one at once', async () => {
    const ours = settings();
    await Promise.all(MIND_PARTS.map((part) => ours.change({ parts: { [part]: false } })));
    expect(Object.values((await ours.current()).parts)).not.toContain(true);
  });

  test('by hand is seen at once', async () => {
    const ours = settings();
    await ours.current();
    await writeFile(
      path,
      '{"route":"api","models":{"sonnet":{"id":"newer","inputUsdPerMillion":1,"outputUsdPerMillion":2,"lookedUp":"2026-11-27"}}}',
    );
    expect(await ours.current()).toMatchObject({
      route: 'api',
      models: { sonnet: { id: 'newer' }, haiku: { inputUsdPerMillion: 0.8 } },
    });
  });

  test('that cannot be written changes nothing', async () => {
    await writeFile(join(folder, 'file'), '');
    path = join(folder, 'file', 'coach.json');
    await expect(settings().change({ route: 'off' })).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});

describe('what is chosen', () => {
  test.each([
    ['{"budget":{"dayUsd":10001}}'],
    ['{"models":{"haiku":{"id":"a b","inputUsdPerMillion":1,"outputUsdPerMillion":1,"lookedUp":"2026-01-01"}}}'],
    ['{"models":{"haiku":{"id":"a","inputUsdPerMillion":1,"outputUsdPerMillion":1,"lookedUp":"today"}}}'],
    ['{"chromadbUrl":"file:///etc"}'],
  ])('is not %s', async (text) => {
    await writeFile(path, text);
    expect(await settings().current()).toMatchObject({ route: 'off', problem: expect.stringContaining(path) });
  });

  test('of memories is the student’s address, else that of the environment unless it is empty', async () => {
    expect((await settings({ CHROMADB_URL: '' }).current()).chromadbUrl).toBeUndefined();
    await writeFile(path, '{"chromadbUrl":"http://own"}');
    expect((await settings({ CHROMADB_URL: 'http://other' }).current()).chromadbUrl).toBe('http://own');
  });

  test('leaves nothing half written behind where it cannot be put in its place', async () => {
    await mkdir(path);
    await writeFile(join(path, 'there'), '');
    await expect(writeSettingsFile(path, '{}')).rejects.toMatchObject({ code: expect.any(String) });
    expect(await readdir(folder)).toEqual(['coach.json']);
  });

  test('is not waited for where a pipe stands in its place', async () => {
    await promisify(execFile)('mkfifo', [path]);
    expect(await settings().current()).toMatchObject({ route: 'off', problem: expect.stringContaining('not a file') });
  });
});

describe('a broken file', () => {
  const BROKEN = [
    '{"route":',
    '[]',
    'null',
    '{"route":"telepathy"}',
    '{"budget":{"dayUsd":-1}}',
    '{"parts":{"review":"no"}}',
    `{"x":"${'x'.repeat(70_000)}"}`,
    '['.repeat(30_000),
  ];

  test.each(BROKEN.map((text) => [text.slice(0, 30), text]))(
    'such as %s turns everything off, is told, and is kept',
    async (_name, text) => {
      await writeFile(path, text);
      const ours = settings();
      const chosen = await ours.current();
      expect(chosen).toMatchObject({ route: 'off', budget: { dayUsd: 0, sessionUsd: 0 } });
      // What needs no model, such as memories, may have been off as well.
      expect(Object.values(chosen.parts)).not.toContain(true);
      expect(chosen.problem).toContain(path);
      expect(warnings).toHaveLength(1);
      expect(await readFile(path, 'utf8')).toBe(text);

      expect(await ours.change({ route: 'api' })).toMatchObject({ route: 'api' });
      expect((await ours.current()).problem).toBeUndefined();
      expect(await readFile(`${path}.bad`, 'utf8')).toBe(text);
    },
  );

  test.each(BROKEN.slice(0, 6))('%s is changed in one thing, and nothing else turns on', async (text) => {
    await writeFile(path, text);
    const ours = settings();
    await ours.change({ parts: { review: true } });
    const { route, parts, budget } = await ours.current();
    expect([route, budget]).toEqual(['off', { dayUsd: 0, sessionUsd: 0 }]);
    expect(MIND_PARTS.filter((part) => parts[part])).toEqual(['review']);
    expect(await readFile(`${path}.bad`, 'utf8')).toBe(text);
  });

  test('is changed in one thing, and the rest is as it was last chosen', async () => {
    const before = { route: 'api', parts: { observer: false }, budget: { dayUsd: 0.1 }, ofALaterVersion: [1] };
    await writeFile(path, JSON.stringify(before));
    const ours = settings();
    await ours.current();
    await writeFile(path, '{"route":"api","parts":{"obse');
    await ours.change({ parts: { review: false } });
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...before, parts: { observer: false, review: false } });
    expect(await ours.current()).toMatchObject({ route: 'api', budget: { dayUsd: 0.1, sessionUsd: 0.5 } });
    expect(await readFile(`${path}.bad`, 'utf8')).toBe('{"route":"api","parts":{"obse');
  });

  test('does not replace an earlier one', async () => {
    for (const text of ['one', 'two']) {
      await writeFile(path, text);
      await settings().change({ route: 'api' });
    }
    expect(await readFile(`${path}.bad`, 'utf8')).toBe('one');
    expect(await readFile(`${path}.bad.2`, 'utf8')).toBe('two');
  });

  test('leaves what was chosen before', async () => {
    await writeFile(path, '{"route":"api","parts":{"observer":false}}');
    const ours = settings();
    await ours.current();
    await writeFile(path, '{"route":"api","parts":{"observer":fals');
    expect(await ours.current()).toMatchObject({
      route: 'api',
      parts: { observer: false },
      problem: expect.any(String),
    });
  });

  test('may be no file at all', async () => {
    path = folder;
    const ours = settings();
    expect(await ours.current()).toMatchObject({ route: 'off', problem: expect.any(String) });
    await expect(ours.change({ route: 'api' })).rejects.toMatchObject({ code: 'storage_unavailable' });
  });
});
