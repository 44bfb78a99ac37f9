import { appendFile, readdir, readFile, stat } from 'node:fs/promises';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { HttpAnswer } from '../fixtures/wire/http.js';
import { Observed } from './observed.js';

const FAKE = fileURLToPath(new URL('../fixtures/fake-claude.mjs', import.meta.url));
const AGENT = { run: `printf '%s\\n' "$@" >> argv.txt\nexec '${execPath}' '${FAKE}' "$@"` };
const ASKS = { hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'ls' } };

let home: Home;
let observed: Observed;
beforeEach(async () => {
  home = await Home.make();
  observed = await Observed.open(home, AGENT);
});
afterEach(async () => {
  await observed[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const file = () => home.in('.af-practice', 'hooks', 'first-steps.json');

/** Where the agent is told to tell, and its secret. */
async function address(): Promise<{ path: string; secret: string }> {
  const settings = JSON.parse(await readFile(file(), 'utf8'));
  const [{ hooks }] = settings.hooks.PermissionRequest;
  return { path: new URL(hooks[0].url).pathname, secret: hooks[0].headers.Authorization.slice('Bearer '.length) };
}

function tell(path: string, secret: string, body: unknown = ASKS, headers: object = {}): Promise<HttpAnswer> {
  return observed.daemon.request(path, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('a hook of the agent', () => {
  test('tells that it asks, by a secret that only its own file holds, and is answered with nothing', async () => {
    await observed.daemon.start();
    const { path, secret } = await address();
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const answer = await tell(path, secret);
    expect([answer.status, answer.json]).toEqual([200, {}]);
    await observed.until('starting', 'asking');
    expect((await observed.states()).at(-1)).toEqual({ agent: 'claude', state: 'asking', source: 'hook' });
    expect(await observed.state()).toBe('asking');
    const argv = () => home.read('af-practice', 'first-steps', 'argv.txt').catch(() => '');
    expect(await waitUntil('its arguments', argv)).not.toContain(secret);
  });

  test.each([
    ['with a wrong secret', 'hook_forbidden', 401, '/hooks/af-first-steps', 'wrong'],
    ['without one', 'hook_forbidden', 401, '/hooks/af-first-steps', ''],
    ['of no session', 'session_not_found', 404, '/hooks/af-other', 'wrong'],
    ['of what cannot be one', 'session_not_found', 404, '/hooks/..%2f..', 'wrong'],
  ])('%s is %s', async (_what, error, status, path, secret) => {
    await observed.daemon.start();
    const answer = await tell(path, secret);
    expect([answer.status, answer.json.error]).toEqual([status, error]);
    expect(await observed.state()).toBe('starting');
  });

  test.each([
    ['no JSON', 'invalid_json', 400, '{"hook'],
    ['no object', 'invalid_request', 400, [ASKS]],
    ['no name', 'invalid_request', 400, { tool_name: 'Bash' }],
    ['a megabyte and more', 'payload_too_large', 413, { ...ASKS, tool_input: 'x'.repeat(1024 * 1024) }],
  ])('with a body of %s is %s, and changes nothing', async (_what, error, status, body) => {
    await observed.daemon.start();
    const { path, secret } = await address();
    const answer = await tell(path, secret, body);
    expect([answer.status, answer.json.error]).toEqual([status, error]);
    expect(await observed.state()).toBe('starting');
  });

  test('of no page, of whatever origin, and not of the token of the daemon', async () => {
    await observed.daemon.start();
    const { path, secret } = await address();
    expect((await tell(path, secret, ASKS, { Origin: observed.daemon.origin })).json.error).toBe('origin_forbidden');
    const { token } = JSON.parse(await home.read('.af-practice-server.json'));
    expect((await tell(path, token)).json.error).toBe('hook_forbidden');
    expect((await tell(path, secret, ASKS, { Host: 'example.com' })).json.error).toBe('host_forbidden');
  });

  test('tells which conversation the agent has open', async () => {
    const pane = await observed.daemon.open();
    await pane.shows('agent is here with');
    await observed.typeElsewhere('hello');
    await observed.until('starting', 'working', 'waiting');
    await observed.typeElsewhere('/clear silently');
    await pane.shows('cleared for');
    const [, session_id] = /cleared for (\S+)/.exec(pane.output) ?? [];
    // Its log begins with the first message, and its hooks come after that.
    await observed.typeElsewhere('[STAGE_COMPLETE:2]');
    await pane.shows('heard [STAGE_COMPLETE:2]');
    const { path, secret } = await address();
    await tell(path, secret, { ...ASKS, session_id });
    await waitUntil('a marker', () => observed.said.length > 0);
  });

  test('that it asks holds while the agent goes on with what it was saying', async () => {
    const pane = await observed.daemon.open();
    await pane.shows('agent is here with');
    pane.type('work\r');
    await observed.until('starting', 'working');
    const { path, secret } = await address();
    await tell(path, secret);
    await observed.until('working', 'asking');
    const [name = ''] = await readdir(home.in('.claude', 'projects', 'any'));
    for (const number of [1, 2, 3]) {
      const content = [{ type: 'text', text: `[STAGE_COMPLETE:${number}]` }];
      const message = { id: `m${number}`, role: 'assistant', content, stop_reason: 'tool_use' };
      const entry = { type: 'assistant', uuid: `u${number}`, message };
      await appendFile(home.in('.claude', 'projects', 'any', name), `${JSON.stringify(entry)}\n`);
      await waitUntil('the marker', () => observed.said.length === number);
    }
    expect(await observed.state()).toBe('asking');
  });

  test('is believed again after the daemon was away, and is harmless once its session has ended', async () => {
    await observed.daemon.start();
    const { path, secret } = await address();
    await observed[Symbol.asyncDispose]();
    observed = await Observed.open(home);
    expect(await observed.state()).toBe('starting');
    expect((await tell(path, secret)).status).toBe(200);
    await observed.until('starting', 'asking');
    await observed.daemon.post('/exercises/reset', { exerciseId: 'first-steps' });
    expect((await tell(path, secret)).json.error).toBe('session_not_found');
    await waitUntil('the file is gone', () =>
      stat(file()).then(
        () => false,
        () => true,
      ),
    );
  });
});
