import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { run } from '../fixtures/cli.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { TMUX } from '../fixtures/machine/programs.js';
import { waitUntil } from '../fixtures/wait-until.js';

const SHIFT_ENTER = '\x1b[13;2u';
/** How a program gets it that has asked for such keys: which form it is, differs between versions of tmux. */
const AS_ASKED_FOR = [SHIFT_ENTER, '\x1b[27;2;13~'];

/** Puts a tmux in front of the one that is tested, which finds a line in our configuration that it does not know. */
async function refuseALine(home: Home): Promise<void> {
  const spoil = 'for a; do [ "$before" = -f ] && [ -f "$a" ] && echo "unbind-key -Z" >> "$a"; before=$a; done';
  await putTmux(home, `${spoil}\nexec '${TMUX}' "$@"`);
}

async function putTmux(home: Home, script: string): Promise<void> {
  await mkdir(home.bin, { recursive: true });
  await writeFile(join(home.bin, 'tmux'), `#!/bin/sh\n${script}\n`);
  await chmod(join(home.bin, 'tmux'), 0o755);
}

describe('our configuration', () => {
  test('is that of the tmux whose version health tells', async () => {
    await using daemon = await TestDaemon.open();
    const { stdout } = await promisify(execFile)(TMUX, ['-V']);
    await daemon.start();
    expect(`tmux ${(await daemon.request('/health')).json.dependencies.tmux.version}\n`).toBe(stdout);
    expect(await daemon.home.tmux('display-message', '-p', 'tmux #{version}')).toBe(stdout);
  });

  test('is accepted by tmux without a word', async () => {
    await using daemon = await TestDaemon.open();
    const path = daemon.home.in('.af-practice', 'tmux.conf');
    const server = ['-S', daemon.home.in('socket'), '-f', path];
    const env = daemon.home.environment;
    const start = [...server, 'source-file', '/dev/null', ';', 'new-session', '-d', 'sleep 30'];
    expect(await promisify(execFile)(TMUX, start, { env })).toEqual({ stdout: '', stderr: '' });
    await promisify(execFile)(TMUX, [...server, 'kill-server'], { env });
    await daemon.open();
    expect(await daemon.home.tmux('show-messages')).not.toMatch(/usage:|unknown|invalid|no such/);
  });

  test('keeps no key, no line and no mouse to tmux', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    const { home } = daemon;
    for (const [option, value] of Object.entries({ status: 'off', mouse: 'off' }))
      expect(await home.tmux('show-options', '-gv', option)).toBe(`${value}\n`);
    const keys = (await home.tmux('list-keys')).split('\n').filter((line) => /-T (root|prefix) /.test(line));
    expect(keys.filter((line) => !/ -T root +(C-\\|.*@asks_for_keys)/.test(line))).toEqual([]);
    // Ctrl+B, Ctrl+\, and the wheel.
    terminal.type("stty raw -echo; printf 'ready %d' 42; head -c 8 > keys; stty sane; echo read $((40 + 2))\r");
    await terminal.shows('ready 42');
    terminal.type('\x02\x1c\x1b[1;5A');
    await terminal.shows('read 42');
    expect(await readFile(home.workspace('first-steps', 'keys'), 'latin1')).toBe('\x02\x1c\x1b[1;5A');
  });

  test('lets colours, underlines and the shape of the cursor through', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    const looks = ['38;2;1;2;3m', '48;2;4;5;6m', '9m', '4:3m', '58:2::7:8:9m', '53m', '5 q'];
    const sequences = looks.map((look) => `\\033[m\\033[${look.startsWith('58') ? '4m\\033[' : ''}${look}X`);
    terminal.type(`clear; printf '${sequences.join('')}\\033[m'; echo drawn $((40 + 2))\r`);
    await terminal.shows('drawn 42');
    for (const look of looks) await terminal.shows(look);
  });

  test('[terminal 3 extended-keys] gives a key with modifiers to whoever asked for it, and the plain one to others', async () => {
    await using daemon = await TestDaemon.open();
    const terminal = await daemon.open();
    terminal.type(`echo sum $((40 + 2))${SHIFT_ENTER}`);
    await terminal.shows('sum 42');
    // Known by its name to a tmux that does not say who has asked.
    terminal.type('cp "$(command -v cat)" claude; stty raw -echo; printf \'\\033[>4;1mready %d\' 42; ./claude > got\r');
    await terminal.shows('ready 42');
    const got = () => readFile(daemon.home.workspace('first-steps', 'got'), 'latin1').catch(() => '');
    await waitUntil('it is in front', async () =>
      /^(\.\/)?claude$/m.test(await daemon.home.tmux('display-message', '-p', '#{pane_current_command}')),
    );
    terminal.type(SHIFT_ENTER);
    await waitUntil('it got the key', async () => AS_ASKED_FOR.includes(await got()));
  });
});

describe('a tmux that does not accept our configuration', () => {
  test('is told by its own words in the place of a session', async () => {
    await using home = await Home.make();
    await refuseALine(home);
    await using daemon = await TestDaemon.open({ home });
    const answer = await daemon.post('/exercises/start', { exerciseId: 'first-steps' });
    expect(answer).toMatchObject({ status: 500, json: { error: 'session_failed' } });
    expect(answer.json.detail).toMatch(/tmux\.conf:\d+: .*unbind-key/);
    expect(answer.json.message).toContain(answer.json.detail);
    expect(await home.sessions()).toEqual([]);
  });

  test('is found by the doctor, who leaves nothing behind', async () => {
    await using home = await Home.make();
    await refuseALine(home);
    await mkdir(home.in('tmp'));
    const { code, stdout } = await run(home, ['--agent', 'shell', 'doctor'], { TMPDIR: home.in('tmp') });
    expect(stdout).toMatch(
      /^missing {2}tmux does not start a session with our configuration: .*tmux\.conf:\d+: .*unbind-key.*\n {11}Update/m,
    );
    expect(code).toBe(1);
    expect(await readdir(home.in('tmp'))).toEqual([]);
  });

  test('is told from a machine on which tmux has no room for a session', async () => {
    await using home = await Home.make();
    const { code, stdout } = await run(home, ['--agent', 'shell', 'doctor'], { TMPDIR: home.in('no-such-folder') });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^missing {2}tmux does not start a session.*ENOENT/m)]);
  });

  test('is told from one that does', async () => {
    await using home = await Home.make();
    await mkdir(home.in('tmp'));
    const { code, stdout } = await run(home, ['--agent', 'shell', 'doctor'], { TMPDIR: home.in('tmp') });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ok {7}tmux accepts our configuration$/m)]);
    expect(await readdir(home.in('tmp'))).toEqual([]);
  });
});

test('[practice-environment 1.5 tmux-missing] a tmux that is updated where it was is asked again', async () => {
  await using home = await Home.make();
  await putTmux(home, 'echo tmux 2.9a');
  await using daemon = await TestDaemon.open({ home });
  expect((await daemon.request('/health')).json.reason).toBe('tmux_too_old');
  await putTmux(home, `exec '${TMUX}' "$@"`);
  await waitUntil('health is good', async () => (await daemon.request('/health')).json.healthy);
});
