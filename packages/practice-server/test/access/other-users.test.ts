import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { discoverySchema } from '@agent-factory/protocol';
import { describe, expect, inject, test } from 'vitest';
import { TestDaemon } from '../fixtures/daemon.js';
import { exercise, lessons, writeLessons } from '../fixtures/lessons.js';
import { Home } from '../fixtures/machine/home.js';
import { NOBODY, nodeAs, SOMEBODY, whyNoOtherUsers } from '../fixtures/machine/users.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { attack, everyWayIn } from '../fixtures/wire/attack.js';

const BUNDLE = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Ends a daemon of nobody's, and removes what it had below /tmp. */
async function killed(daemon: ChildProcess, home: Home): Promise<void> {
  daemon.kill('SIGKILL');
  if (daemon.exitCode === null && daemon.signalCode === null) await once(daemon, 'exit');
  await home.removeSocketFolderOf(NOBODY);
}

const reason = whyNoOtherUsers();

describe.skipIf(reason !== undefined)(`a port that needs more rights ${reason ? `(skipped: ${reason})` : ''}`, () => {
  test('[practice-environment 1.5 port-conflict] is told apart from one that another program has', async () => {
    await using home = await Home.make();
    await chown(home.path, NOBODY, NOBODY);
    await chmod(inject('runFolder'), 0o711);
    const daemon = nodeAs(NOBODY, [BUNDLE, '--port', '80', '--no-open', '--agent', 'shell'], home.environment);
    let said = '';
    daemon.stderr?.on('data', (data) => (said += data));
    try {
      const words = /Port 80 needs more rights than you have; \d+ is free\./;
      await waitUntil('it says so', () => words.test(said) || (daemon.exitCode !== null && said));
      expect(said).toMatch(words);
    } finally {
      await killed(daemon, home);
    }
  });
});

describe.skipIf(reason !== undefined)(`another user of this machine ${reason ? `(skipped: ${reason})` : ''}`, () => {
  test('gets in no way: by page, token or ticket, over any address, kept alive or slammed', async () => {
    await using daemon = await TestDaemon.open();
    const { wsUrl } = await daemon.start();
    const { token } = JSON.parse(await daemon.home.read('.af-practice-server.json'));
    await daemon.post('/exercises/reset', { exerciseId: 'first-steps' });
    const ticketPath = wsUrl.slice(wsUrl.indexOf('/terminal'));
    const attempts = everyWayIn({ port: daemon.daemon.port, token, ticketPath });
    const outcomes = await attack(NOBODY, daemon.daemon.port, attempts);
    expect(outcomes).toHaveLength(4 * attempts.length);
    for (const { name, host, statuses } of outcomes) {
      const answers = name === 'two over one connection' ? [403, 403] : / and /.test(name) ? [] : [403];
      expect([name, host, statuses]).toEqual([name, host, answers]);
    }
    expect(await daemon.home.sessions()).toEqual([]);
    expect((await daemon.request('/health')).status).toBe(200);
  });

  test('is told whose server it is, as an allowed page can read it', async () => {
    await using daemon = await TestDaemon.open();
    const { port } = daemon.daemon;
    const said = await waitUntil('an answer', async () => {
      const child = nodeAs(NOBODY, [
        '-e',
        `fetch('http://127.0.0.1:${port}/health', { headers: { Origin: '${daemon.origin}' } })
          .then(async (answer) => console.log(answer.headers.get('access-control-allow-origin'), await answer.text()))`,
      ]);
      let text = '';
      for await (const data of child.stdout ?? []) text += data;
      return text;
    });
    expect(said).toContain(`${daemon.origin} {"error":"user_forbidden"`);
    expect(said).toContain('npx @agent-factory/practice-server');
  });

  test('is kept from a student who is not root, who gets in like root', async () => {
    await using home = await Home.make();
    const content = await writeLessons(home.in('site'), lessons(exercise()));
    await chown(home.path, NOBODY, NOBODY);
    await chmod(inject('runFolder'), 0o711);
    const flags = ['--port', '0', '--no-open', '--agent', 'shell', '--content', content];
    const daemon = nodeAs(NOBODY, [BUNDLE, ...flags], home.environment);
    try {
      const { port, token } = await waitUntil('it listens', async () => {
        if (daemon.exitCode !== null) throw new Error('another user cannot run the bundle');
        const text = await home.read('.af-practice-server.json').catch(() => undefined);
        return text !== undefined && discoverySchema.parse(JSON.parse(text));
      });
      const attempts = everyWayIn({ port, token, ticketPath: '/terminal/af-first-steps?ticket=x' });
      const refused = await attack(SOMEBODY, port, attempts);
      expect(refused.flatMap(({ statuses }) => statuses).filter((status) => status !== 403)).toEqual([]);
      const reading = attempts.filter(({ name }) => name.startsWith('health') || name.startsWith('verify'));
      for (const uid of [NOBODY, 0]) {
        const outcomes = await attack(uid, port, reading);
        // An exercise that was not started cannot be checked: who hears that is in.
        for (const { name, host, statuses } of outcomes)
          expect([uid, host, name, statuses]).toEqual([uid, host, name, [name.startsWith('health') ? 200 : 409]]);
      }
    } finally {
      await killed(daemon, home);
    }
  });
});
