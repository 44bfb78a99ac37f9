import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { codexServers } from '../../src/coaching/codex-servers.js';
import { type Home, newHome } from '../support.js';

let home: Home;
beforeEach(async () => {
  home = await newHome();
});
afterEach(() => home[Symbol.asyncDispose]());

function serversIn(workspace: string) {
  return codexServers({
    server: { url: 'http://127.0.0.1:3100/mcp', secret: 's3cret' },
    folder: '/ours/session',
    workspace,
    program: join(home.path, 'bin', 'codex'),
    env: home.env,
  });
}

test('a folder behind a link is trusted by both of its names, so that no server of it goes unnoticed', async () => {
  await mkdir(join(home.path, 'work'));
  await symlink('work', join(home.path, 'link'));
  await home.program('codex', 'echo "$@" > "$HOME/asked"; echo "[]"');
  await serversIn(join(home.path, 'link'));
  const asked = await readFile(join(home.path, 'asked'), 'utf8');
  for (const name of ['link', 'work']) expect(asked).toContain(`"${join(home.path, name)}"={trust_level="trusted"}`);
});

test('a list of a Codex that has failed is not believed, even if it looks like one', async () => {
  await home.program('codex', 'echo "[]"; echo "half of the settings could not be read" >&2; exit 1');
  await expect(serversIn(home.path)).rejects.toMatchObject({
    code: 'agent_failed',
    message: expect.stringContaining('half of the settings could not be read'),
  });
});

test('of a long complaint the end is told, where the reason is', async () => {
  await home.program('codex', 'head -c 50000 /dev/zero | tr "\\0" x >&2; echo "the reason" >&2; exit 1');
  const refused = await serversIn(home.path).catch((error: unknown) => error);
  const { message } = refused as Error;
  expect(message).toContain('xthe reason');
  expect(message.length).toBeLessThan(2500);
});
