import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { splitComplaints } from '../../src/tmux/config/complaints.js';
import { ifBefore, isBefore, isSupportedTmux, skillsOf } from '../../src/tmux/config/versions.js';
import { historyArgs, parseHistory } from '../../src/tmux/history.js';
import { Home } from '../fixtures/machine/home.js';

const scripts = new URL('../../../../scripts/lib/tmux-versions.mjs', import.meta.url);
const { builtBy, choose, startScript, table } = await import(scripts.href);

describe('a version of tmux', () => {
  test.each([
    ['1.8', false],
    ['2.9a', false],
    ['next-2.9', false],
    ['3.0', true],
    ['3.0-rc5', true],
    ['3.0a', true],
    ['3.1c', true],
    ['3.2a', true],
    ['3.10', true],
    ['next-3.6', true],
    ['4.0', true],
    ['openbsd-7.6', true],
    ['openbsd-2.1', true],
    ['master', true],
    ['', true],
  ])('[practice-environment 1.5 tmux-missing] %j is supported: %j', (version, supported) => {
    expect(isSupportedTmux(version)).toBe(supported);
  });

  test.each([
    ['3.0a', [3, 1], true],
    ['3.1c', [3, 2], true],
    ['3.2', [3, 2], false],
    ['3.2a', [3, 3], true],
    ['3.4', [3, 5], true],
    ['next-3.5', [3, 5], false],
    ['3.5a', [3, 5], false],
    ['3.10', [3, 5], false],
    ['4.1', [3, 5], false],
    ['openbsd-7.6', [3, 5], false],
  ] as const)('%s is before %j: %j, and tmux says the same of it', async (version, first, before) => {
    expect(isBefore(version, first)).toBe(before);
    await using home = await Home.make();
    const format = ifBefore(first).replace('#{version}', version);
    const socket = join(home.path, 'socket');
    const args = [
      '-S',
      socket,
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      'sleep 9',
      ';',
      'display-message',
      '-p',
      format,
    ];
    const { stdout } = await promisify(execFile)('tmux', [...args, ';', 'kill-server'], { env: home.environment });
    expect(stdout).toBe(before ? '1\n' : '0\n');
  });

  test('shows by its commands how a client watches and how a paste stays as it is', () => {
    const commands = (attach: string, paste: string) =>
      `attach-session (attach) [-dErx] ${attach}[-t target-session]\npaste-buffer (pasteb) [${paste}] [-s separator]\n`;
    const old = { watchFlags: ['-r'], rawPasteFlags: [], controlFlags: [], blanksFlags: [] };
    expect(skillsOf(commands('[-c working-directory] ', '-dpr'))).toEqual(old);
    expect(skillsOf(commands('[-f flags] ', '-dpr')).watchFlags).toEqual(['-f', 'read-only,ignore-size']);
    expect(skillsOf(commands('[-f flags] ', '-dprS')).rawPasteFlags).toEqual(['-S']);
    expect(skillsOf(commands('[-f flags] ', '-dpr')).controlFlags).toEqual(['-f', 'ignore-size']);
    expect(skillsOf('capture-pane (capturep) [-aCeJNpPq] [-b buffer-name]').blanksFlags).toEqual(['-N']);
    expect(skillsOf('capture-pane (capturep) [-aCeJpPq] [-b buffer-name]').blanksFlags).toEqual([]);
    expect(skillsOf('')).toEqual(old);
  });

  test('before 3.3 fills the lines of a history with spaces, which are no part of it', () => {
    const printed = (version: string) => `2 100 0 80 24 ${version} sh\none  \n\x1b[31mtwo\x1b[0m \n   \n`;
    expect(historyArgs('af-first-steps', {}).join(' ')).toContain('-J');
    expect(parseHistory(printed('3.2a'), {}).text).toBe('one\n\x1b[31mtwo\x1b[0m\n\n');
    expect(parseHistory(printed('3.3a'), {}).text).toBe('one  \n\x1b[31mtwo\x1b[0m \n   \n');
    expect(
      parseHistory(`1 1 0 8 2 3.2a sh\n${'  x'.repeat(1_000_000)}${' '.repeat(1_000_000)}\n`, {}).text.length,
    ).toBe(3_000_001);
  });
});

test('what tmux holds against its configuration stands in front of what a command prints', () => {
  expect(splitComplaints('%0\n')).toEqual({ complaints: '', rest: '%0' });
  expect(splitComplaints('c:1: one\nc:2: two\n%7\n')).toEqual({ complaints: 'c:1: one\nc:2: two', rest: '%7' });
  expect(splitComplaints('')).toEqual({ complaints: '', rest: '' });
});

describe('the script that tests other versions', () => {
  test('takes those that are wanted, each once, in their order, and names what is not there', () => {
    const found = ['3.5a', '3.10', '3.1c', '3.5a'].map((version) => ({ version, folder: '/x' }));
    const versions = ({ chosen }: { chosen: { version: string }[] }) => chosen.map(({ version }) => version);
    expect(versions(choose(found, []))).toEqual(['3.1c', '3.5a', '3.10']);
    expect(versions(choose(found, ['3.10', '3.1c']))).toEqual(['3.1c', '3.10']);
    expect(choose(found, ['3.1c', '2.9']).unknown).toEqual(['2.9']);
  });

  test('finds those built by hand, and asks each what it is', async () => {
    await using home = await Home.make();
    await mkdir(join(home.path, 'mine', 'bin'), { recursive: true });
    await mkdir(join(home.path, 'empty'));
    await writeFile(join(home.path, 'mine', 'bin', 'tmux'), startScript(['echo', "tmux 3.9 isn't '"]));
    await chmod(join(home.path, 'mine', 'bin', 'tmux'), 0o755);
    expect(builtBy(home.path)).toEqual([{ version: "3.9 isn't ' -V", folder: join(home.path, 'mine', 'bin') }]);
  });

  test('shows a line for each', () => {
    const results = [
      { version: '3.0a', passed: 171, failed: 0 },
      { version: '3.8', passed: 170, failed: 1 },
    ];
    expect(table(results)).toBe('tmux  passed  failed\n3.0a  171     0\n3.8   170     1');
  });
});
