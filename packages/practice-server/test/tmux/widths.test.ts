import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PracticeError, type WidthsResponse, widthsResponseSchema } from '@agent-factory/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TmuxWidths } from '../../src/tmux/widths/tmux-widths.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';

const CACHE = ['.af-practice', 'cache', 'tmux-widths.json'] as const;

let home: Home;
let daemon: TestDaemon;

beforeEach(async () => {
  home = await Home.make();
  daemon = await TestDaemon.open({ home });
});
afterEach(async () => {
  await daemon[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

async function restart(environment: Record<string, string> = {}): Promise<void> {
  await daemon[Symbol.asyncDispose]();
  daemon = await TestDaemon.open({ home, environment });
}

async function widths(): Promise<WidthsResponse> {
  const answer = await daemon.request('/terminal/widths', { headers: { Origin: daemon.origin } });
  expect(answer.status).toBe(200);
  return widthsResponseSchema.parse(answer.json);
}

function widthIn({ ranges }: WidthsResponse, character: string): number {
  const point = character.codePointAt(0) ?? 0;
  return ranges.find(([first, last]) => first <= point && point <= last)?.[2] ?? 1;
}

describe('the widths of the running tmux', () => {
  it('are those that its own format tells, for letters, marks, ideographs and emoji [terminal 3 tmux-widths]', async ({
    skip,
  }) => {
    const answer = await widths();
    const characters = [...'é漢あ한가\u0301\u200d\ufe0f❤☝⌚🎉👩🇩🏽𠀀𰀀'];
    await daemon.start();
    skip((await home.tmux('display-message', '-p', '#{w:#{l:漢}}')) !== '2\n', 'this tmux has no such format');
    const told = await home.tmux('display-message', '-p', characters.map((c) => `#{w:#{l:${c}}}`).join(' '));
    expect(characters.map((character) => widthIn(answer, character))).toEqual(told.trim().split(' ').map(Number));
    expect(`tmux ${answer.tmux}`).toBe((await home.tmux('-V')).trim());
  });

  it('are found out once for a tmux, without a session, and kept on the disk', async () => {
    const [one, other] = await Promise.all([widths(), widths()]);
    expect(other).toEqual(one);
    expect(await home.sessions()).toEqual([]);
    const { mtimeMs } = await stat(home.in(...CACHE));
    await restart();
    expect(await widths()).toEqual(one);
    expect((await stat(home.in(...CACHE))).mtimeMs).toBe(mtimeMs);
  });

  it('are asked anew where what was kept is of another tmux or not whole', async () => {
    const truth = await widths();
    const kept = await home.read(...CACHE);
    for (const damaged of [kept.replace('"program":"', '"program":"0 '), kept.slice(0, 1000), '']) {
      await writeFile(home.in(...CACHE), damaged);
      await restart();
      expect(await widths()).toEqual(truth);
      expect(await readFile(home.in(...CACHE), 'utf8')).toBe(kept);
    }
  });

  it('are asked ahead, and whoever closes waits for the end of that', async () => {
    const closing = new AbortController();
    const environment = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' };
    const made = new TmuxWidths({ environment, path: home.in('widths.json'), signal: closing.signal });
    made.askAhead();
    await made.close();
    expect(widthsResponseSchema.parse(JSON.parse(await home.read('widths.json')).widths)).toEqual(await made.current());
    const ended = new TmuxWidths({ environment, path: home.in('none.json'), signal: closing.signal });
    ended.askAhead();
    closing.abort(new PracticeError('shutting_down', 'The practice server is shutting down.'));
    await ended.close();
    expect(existsSync(home.in('none.json'))).toBe(false);
  });

  it('keep whoever closes waiting for the end of what somebody asks', async () => {
    const closing = new AbortController();
    const environment = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' };
    const made = new TmuxWidths({ environment, path: home.in('none.json'), signal: closing.signal });
    const refused = expect(made.current()).rejects.toMatchObject({ code: 'shutting_down' });
    await waitUntil('tmux is asked', () => existsSync(home.in('none.json.asked', 'socket')));
    closing.abort(new PracticeError('shutting_down', 'The practice server is shutting down.'));
    await made.close();
    expect(existsSync(home.in('none.json.asked'))).toBe(false);
    await refused;
  });

  it('are asked where a killed daemon has left its questions, below a folder too deep for a socket', async () => {
    const deep = home.in('d'.repeat(120));
    const path = join(deep, 'widths.json');
    await mkdir(`${path}.asked`, { recursive: true });
    for (const name of ['socket', 'replies', 'of-earlier']) await writeFile(join(`${path}.asked`, name), 'left');
    const environment = { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8' };
    const made = new TmuxWidths({ environment, path, signal: new AbortController().signal });
    expect(await made.current()).toEqual(await widths());
    expect(await readdir(deep)).toEqual(['widths.json']);
  });

  it('are asked again where tmux did not answer, and of one that is another than before', async () => {
    const program = home.in('bin', 'tmux');
    const script = (more: string) =>
      ['#!/bin/sh', more, 'case "$*" in *new-session*) echo asked >> "$LOG";; esac', 'PATH=$REST exec tmux "$@"'].join(
        '\n',
      );
    const install = (more: string) => writeFile(program, script(more), { mode: 0o755 });
    const asked = async () => (await home.read('asked')).split('asked').length - 1;
    await mkdir(home.in('bin'), { recursive: true });
    const rest = process.env.PATH ?? '';
    const environment = { PATH: `${home.in('bin')}:${rest}`, REST: rest, LANG: 'C.UTF-8', LOG: home.in('asked') };
    const made = new TmuxWidths({ environment, path: home.in('widths.json'), signal: new AbortController().signal });
    await install(`[ -e "${home.in('works')}" ] || exit 1`);
    const askAhead = async () => {
      made.askAhead();
      await made.close();
    };
    await askAhead();
    await expect(made.current()).rejects.toMatchObject({ code: 'session_failed' });
    await writeFile(home.in('works'), '');
    await askAhead();
    expect(await asked()).toBe(1);
    const widths = await made.current();
    expect(await made.current()).toBe(widths);
    expect(await asked()).toBe(1);
    await install('# as updated');
    expect(await made.current()).toEqual(widths);
    expect(await asked()).toBe(2);
  });

  it('are reported missing where there is no tmux', async () => {
    await restart({ PATH: '/nowhere' });
    const answer = await daemon.request('/terminal/widths', { headers: { Origin: daemon.origin } });
    expect(answer).toMatchObject({ status: 503, json: { error: 'dependency_missing', missing: 'tmux' } });
  });
});
