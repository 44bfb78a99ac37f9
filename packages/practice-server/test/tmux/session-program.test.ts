import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { sessionProgram } from '../../src/tmux/servers/session-program.js';
import { Home } from '../fixtures/machine/home.js';

/** Windows, panes and clients of the session, as tmux tells them; and whether its clients are let go, and waited for. */
const ENDINGS = [
  ['1 1 1', true],
  ['1 1 12', true],
  ['1 1 0', false],
  ['2 1 1', false],
  ['1 2 1', false],
  [' ', false],
] as const;

test.for(ENDINGS)(
  '[terminal 2 last-bytes] a session with "%s" windows, panes and clients lets them go: %s',
  async ([counts, lets]) => {
    await using home = await Home.make();
    const log = home.in('log');
    // Stands for the programs whose use is looked at; all else is the system's.
    const told = `[ "$1" != display-message ] || echo '${counts}'`;
    for (const [name, answer] of [
      ['tmux', told],
      ['sleep', ':'],
    ] as const) {
      await writeFile(home.in(name), `#!/bin/sh\necho "${name} $*" >> '${log}'\n${answer}\n`);
      await chmod(home.in(name), 0o755);
    }
    const [file = '', ...args] = sessionProgram([]);
    const env = { PATH: `${home.path}:/usr/bin:/bin`, SHELL: '/bin/true', TMUX: '/a,b/socket,123,7', TMUX_PANE: '%9' };
    const running = promisify(execFile)(file, args, { env });
    // In place of a terminal that answers.
    running.child.stdin?.end();
    await running;
    const calls = (await readFile(log, 'utf8')).trim().split('\n');
    expect(calls[0]).toBe('tmux set-option -p @ended 1');
    expect(calls[1]).toContain('tmux display-message -p -t $7:');
    expect(calls.slice(2)).toEqual(lets ? ['tmux detach-client -s $7', 'sleep 5'] : []);
  },
);
