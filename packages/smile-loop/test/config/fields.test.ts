import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configFrom, loadConfig } from '../../src/config/load.js';
import { unknownFields } from '../../src/config/unknown.js';

const from = (value: unknown) => configFrom(value, '/home/me/smile.json');

it.each([
  { container: { mounts: [{ source: 'a', target: '/b:rw' }] } },
  { container: { mounts: [{ source: 'a', target: '/b\0' }] } },
  { container: { mounts: [{ source: 'a', target: 'b' }] } },
  { containerImage: 'a\0b' },
])('refuses %j', (value) => expect(() => from(value)).toThrow(/cannot be used/));

it('takes hosts in any case, and leaves out what is for editors', () => {
  const config = from({ allowedHosts: ['Docs.Example:8080'], $schema: 'https://a' });
  expect(config.allowedHosts).toEqual(['docs.example:8080']);
  expect(config).not.toHaveProperty('$schema');
});

it('knows fields by their own names, and guesses only what is of their length', () => {
  expect(unknownFields({ constructor: 1 })).toEqual([expect.stringContaining('"constructor" is ignored')]);
  expect(unknownFields({ tutoriel: 'a' })[0]).toContain('Did you mean "tutorial"?');
});

it('does not wait for a pipe', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'smile-config-'));
  execFileSync('mkfifo', [join(folder, 'smile.json')]);
  await expect(loadConfig(folder)).rejects.toMatchObject({
    code: 'config_unreadable',
    message: expect.stringContaining('it is not a file'),
  });
  await rm(folder, { recursive: true });
});
