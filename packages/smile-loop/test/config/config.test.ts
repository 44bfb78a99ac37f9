import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parse } from 'jsonc-parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { configJsonSchema, type Node } from '../../src/config/json-schema.js';
import { loadConfig } from '../../src/config/load.js';
import { configSchema } from '../../src/config/schema.js';
import { template } from '../../src/config/template.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'smile-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (text: string | Uint8Array) => writeFile(join(folder, 'smile.json'), text);
const load = async (value: unknown) => {
  await write(JSON.stringify(value));
  return loadConfig(folder);
};

describe('loadConfig', () => {
  it('[smile-loop FR1] [smile-loop 1.1] takes every setting from the file, with comments and paths beside it', async () => {
    await write(`{ // mine
      "tutorial": "docs/a.md", "llmProvider": "gemini", "maxIterations": 4, "timeout": 60, "containerImage": "x:1",
      "studentBehavior": { "maxRetriesBeforeHelp": 1, "patienceLevel": "high" }, "mentor": { "provider": "codex" },
      "checks": { "script": "c.sh" }, "container": { "mounts": [{ "source": "m", "target": "/m" }] },
    }`);
    const config = await loadConfig(folder);
    expect(config).toMatchObject({
      tutorial: join(folder, 'docs/a.md'),
      llmProvider: 'gemini',
      maxIterations: 4,
      timeout: 60,
      containerImage: 'x:1',
      studentBehavior: { maxRetriesBeforeHelp: 1, patienceLevel: 'high', timeoutSeconds: 60 },
      student: { provider: 'gemini' },
      mentor: { provider: 'codex', web: true },
      checks: { script: join(folder, 'c.sh'), timeoutSeconds: 120, in: 'fresh' },
      container: { mounts: [{ source: join(folder, 'm'), target: '/m' }] },
      file: join(folder, 'smile.json'),
      warnings: [],
    });
    expect(Object.isFrozen(config.studentBehavior)).toBe(true);
  });

  it('[smile-loop FR2] [smile-loop 1.2] [smile-loop 1.E1] has all defaults without a file', async () => {
    expect(await loadConfig(folder)).toEqual({
      tutorial: join(folder, 'tutorial.md'),
      files: [],
      llmProvider: 'claude',
      maxIterations: 10,
      timeout: 1800,
      iterationTimeout: 900,
      containerImage: 'smile-base:latest',
      container: { keepOnFailure: true, keepOnSuccess: false, memoryMegabytes: 2048, cpus: 2, pids: 512, mounts: [] },
      studentBehavior: {
        maxRetriesBeforeHelp: 3,
        askOnMissingDependency: true,
        askOnAmbiguousInstruction: true,
        askOnCommandFailure: true,
        askOnTimeout: true,
        timeoutSeconds: 60,
        patienceLevel: 'low',
      },
      student: { provider: 'claude' },
      mentor: { provider: 'claude', web: true },
      knows: [],
      allowNetwork: false,
      allowedHosts: [],
      outputDir: join(folder, 'smile-results'),
      cache: false,
      port: 0,
      folder,
      warnings: [],
    });
  });

  it('says so if a file that was asked for is missing', async () => {
    const missing = loadConfig(join(folder, 'other.json'), { explicit: true });
    await expect(missing).rejects.toMatchObject({ code: 'config_unreadable', exitCode: 2 });
  });

  it('[smile-loop 1.3] [smile-loop 1.E2] names line and column of a mistake in the JSON', async () => {
    await write('{\n  "timeout": 60\n  "port": 1\n}');
    const expected = { code: 'config_invalid', message: expect.stringMatching(/line 3, column 3: comma expected/) };
    await expect(loadConfig(folder)).rejects.toMatchObject(expected);
  });

  it('[smile-loop 1.E3] [smile-loop 1.S3] ignores unknown fields at any depth, and says so', async () => {
    const { warnings, maxIterations } = await load({
      maxIteration: 3,
      container: { keepOnFail: true, mounts: [{ source: 'a', target: '/a', mode: 'rw' }] },
      qqqqqqqq: 1,
      __proto__x: 1,
    });
    expect(maxIterations).toBe(10);
    expect(warnings).toEqual([
      'Unknown field "maxIteration" is ignored. Did you mean "maxIterations"?',
      'Unknown field "container.keepOnFail" is ignored. Did you mean "keepOnFailure"?',
      'Unknown field "container.mounts[0].mode" is ignored.',
      'Unknown field "qqqqqqqq" is ignored.',
      'Unknown field "__proto__x" is ignored.',
    ]);
  });

  it('tells of unknown fields beside what cannot be used: the one may be why the other is missing', async () => {
    const warning = 'Unknown field "maxIteration" is ignored. Did you mean "maxIterations"?';
    await expect(load({ timeout: -1, maxIteration: 3 })).rejects.toMatchObject({
      message: expect.stringContaining(`\n${warning}`),
      facts: { warnings: [warning] },
    });
  });

  it('[smile-loop FR3] [smile-loop 1.E5] [smile-loop 1.E6] [smile-loop 1.S2] tells all problems at once, and how to fix each', async () => {
    const wrong = {
      llmProvider: 'gpt',
      timeout: -1,
      budget: { usd: 0 },
      studentBehavior: { timeoutSeconds: 1.5 },
      checks: {},
    };
    await expect(load(wrong)).rejects.toMatchObject({
      code: 'config_invalid',
      exitCode: 2,
      facts: {
        problems: [
          { field: 'llmProvider', found: '"gpt"', allowed: 'one of "claude", "codex", "gemini"' },
          {
            field: 'timeout',
            found: '-1',
            allowed: 'a whole number from 1 to 86400',
            fix: expect.stringContaining('1800'),
          },
          { field: 'studentBehavior.timeoutSeconds', found: '1.5' },
          { field: 'checks.script', found: 'nothing' },
          { field: 'budget.usd', found: '0', allowed: 'a number above 0, up to 100000' },
        ],
      },
    });
  });

  it('takes a byte order mark', async () => {
    await write('\uFEFF{ "port": 7 }');
    expect((await loadConfig(folder)).port).toBe(7);
  });

  const refused: [string, string | Uint8Array, string][] = [
    ['an empty file', '', 'config_invalid'],
    ['only a comment', '// nothing', 'config_invalid'],
    ['a list', '[]', 'config_invalid'],
    ['null', 'null', 'config_invalid'],
    ['endless nesting', '['.repeat(200_000), 'config_invalid'],
    ['other bytes than UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), 'config_unreadable'],
    ['a huge file', ' '.repeat(1024 * 1024 + 1), 'config_unreadable'],
  ];
  it.each(refused)('refuses %s', async (_, text, code) => {
    await write(text);
    await expect(loadConfig(folder)).rejects.toMatchObject({ code });
  });

  it('refuses a folder in its place', async () => {
    await mkdir(join(folder, 'smile.json'));
    await expect(loadConfig(folder)).rejects.toMatchObject({ code: 'config_unreadable' });
  });

  it('[smile-loop 1.S1] takes less than 100 ms', async () => {
    await write(template());
    const start = performance.now();
    await loadConfig(folder);
    expect(performance.now() - start).toBeLessThan(100);
  });
});

describe('template', () => {
  it('is what the defaults are', async () => {
    await write(template());
    const { file: _, ...config } = await loadConfig(folder);
    await rm(join(folder, 'smile.json'));
    const { file: __, ...defaults } = await loadConfig(folder);
    expect(config).toEqual(defaults);
    expect(parse(template(), [], { allowTrailingComma: false })).toEqual(configSchema.parse({}));
  });

  it('explains every field in one line', () => {
    const lines = template().split('\n');
    const keys = Object.keys(configJsonSchema().properties ?? {}).filter((key) => key !== '$schema');
    for (const key of keys) {
      const at = lines.findIndex((line) => line.includes(`  "${key}":`) || line.includes(`// "${key}":`));
      expect(lines[at - 1], key).toMatch(/^ {2}\/\/ [A-Z].+\.$/);
    }
  });
});

describe('configJsonSchema', () => {
  it('describes every field', () => {
    const check = (node: Node, path: string): void => {
      for (const [key, own] of Object.entries(node.properties ?? {})) {
        expect(own.description, `${path}${key}`).toMatch(/\.$/);
        check(own, `${path}${key}.`);
      }
    };
    check(configJsonSchema(), '');
  });

  it('lets unknown fields through and asks for none, as the loader does', () => {
    const text = JSON.stringify(configJsonSchema());
    expect(text).not.toContain('additionalProperties":false');
    expect(configJsonSchema()).not.toHaveProperty('required');
  });

  it.each([
    [{}, true],
    [{ other: 1, container: { more: [] } }, true],
    [{ budget: { usd: 0.5 }, checks: { script: 'a.sh', in: 'same' } }, true],
    [{ checks: { in: 'same' } }, false],
    [{ llmProvider: 'gpt' }, false],
    [{ maxIterations: 0 }, false],
    [{ timeout: 2.5 }, false],
    [{ timeout: '60' }, false],
    [{ port: 65_536 }, false],
    [{ knows: 'much' }, false],
    [{ tutorial: '' }, false],
    [{ container: { mounts: [{ source: 'a', target: 'b' }] } }, false],
    [{ mentor: { web: 1 } }, false],
  ])('judges %j as the loader does', async (value, accepted) => {
    const schema = z.fromJSONSchema(configJsonSchema() as Parameters<typeof z.fromJSONSchema>[0]);
    expect(schema.safeParse(value).success).toBe(accepted);
    const loaded = load(value).then(
      () => true,
      () => false,
    );
    expect(await loaded).toBe(accepted);
  });

  it.each([
    ['timeout', { type: 'integer', minimum: 1, maximum: 86_400, default: 1800 }],
    ['llmProvider', { enum: ['claude', 'codex', 'gemini'], default: 'claude' }],
    ['port', { minimum: 0, maximum: 65_535, default: 0 }],
    ['cache', { type: 'boolean', default: false }],
  ])('has the limits of %s', (field, expected) => {
    expect(configJsonSchema().properties?.[field]).toMatchObject(expected);
  });
});
