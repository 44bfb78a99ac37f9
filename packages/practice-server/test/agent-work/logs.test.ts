import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EXIT_OPTION } from '../../src/tmux/servers/session-program.js';
import { Home } from '../fixtures/machine/home.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { Observed } from './observed.js';

const FAKE = fileURLToPath(new URL('../fixtures/fake-claude.mjs', import.meta.url));
const AGENT = { run: `exec '${execPath}' '${FAKE}' "$@"` };

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

async function practise() {
  const pane = await observed.daemon.open();
  await pane.shows('agent is here with');
  return pane;
}

const answer = (text: string) => ({
  type: 'assistant',
  uuid: `u-${text}`,
  message: { id: `m-${text}`, role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn' },
});

const said = (count: number) => waitUntil(`${count} markers`, () => observed.said.length >= count);

/** Adds an entry to the log, as the agent does. */
async function keep(entry: object): Promise<void> {
  const folder = home.in('.claude', 'projects', 'any');
  const [name = ''] = await readdir(folder);
  await appendFile(join(folder, name), `${JSON.stringify(entry)}\n`);
}

describe('an agent that keeps a log', () => {
  test('starts, works, waits and exits, each told once and in this order', async () => {
    const pane = await practise();
    pane.type('work\r');
    await observed.until('starting', 'working');
    pane.type('\r');
    await observed.until('starting', 'working', 'waiting');
    expect(await observed.state()).toBe('waiting');
    pane.type('\x03');
    await pane.frame('agent_exited');
    await observed.until('starting', 'working', 'waiting', 'exited');
    expect((await observed.states()).map(({ source }) => source)).toEqual(['process', 'log', 'log', 'process']);
  });

  test('[terminal-events 4 stage-complete] says a marker once, with nobody looking, and again when it says it again', async () => {
    const pane = await practise();
    pane.type('[STAGE_COMPLETE:1]\r');
    await said(1);
    pane[Symbol.dispose]();
    await home.tmux('send-keys', '-t', '=af-first-steps:', '[STAGE_COMPLETE:1]', 'Enter');
    await said(2);
    expect(observed.said[0]).toMatchObject({
      exerciseId: 'first-steps',
      marker: { kind: 'stage_complete', stageNumber: 1 },
      place: 'terminal',
    });
    expect(new Set(observed.said.map(({ key }) => key)).size).toBe(2);
  });

  test('[terminal-events 4 not-said] is not heard in what the student types, a tool answers or a subagent says', async () => {
    const pane = await practise();
    pane.type('hello\r');
    await observed.until('starting', 'working', 'waiting');
    const text = 'see [STAGE_COMPLETE:7]';
    const result = { type: 'tool_result', tool_use_id: 't', content: text };
    const answer = { role: 'assistant', content: [{ type: 'text', text }], stop_reason: 'end_turn' };
    await keep({ type: 'user', uuid: 'u1', message: { role: 'user', content: text } });
    await keep({ type: 'user', uuid: 'u2', message: { role: 'user', content: [result] } });
    await keep({ type: 'assistant', uuid: 'u3', isSidechain: true, message: { id: 'm1', ...answer } });
    await keep({
      type: 'assistant',
      uuid: 'u4',
      message: { id: 'm2', ...answer, content: [{ type: 'text', text: 'so [STAGE_COMPLETE:8]' }] },
    });
    await said(1);
    expect(observed.literals).toEqual(['8']);
  });

  test('[terminal-events 4 repeats] is found where it was, with what it said meanwhile, after the daemon was away', async () => {
    const pane = await practise();
    pane.type('one [STAGE_COMPLETE:1]\r');
    await said(1);
    await observed.until('starting', 'working', 'waiting');
    await observed[Symbol.asyncDispose]();
    await home.tmux('send-keys', '-t', '=af-first-steps:', 'two [STAGE_COMPLETE:2]', 'Enter');
    observed = await Observed.open(home);
    await said(1);
    await home.tmux('send-keys', '-t', '=af-first-steps:', 'three [STAGE_COMPLETE:3]', 'Enter');
    await said(2);
    expect(observed.literals).toEqual(['2', '3']);
    await observed.until('working', 'waiting');
  });

  test('[terminal-events 4 repeats] is heard of a marker of which one half was said before the daemon was away', async () => {
    const pane = await practise();
    pane.type('hello\r');
    await observed.until('starting', 'working', 'waiting');
    const half = (uuid: string, text: string, end: object) =>
      keep({
        ...{ type: 'assistant', uuid },
        message: { id: 'm1', role: 'assistant', content: [{ type: 'text', text }], ...end },
      });
    await half('u1', 'so [STAGE_COM', { stop_reason: null });
    await observed[Symbol.asyncDispose]();
    observed = await Observed.open(home);
    await half('u2', 'PLETE:8]', { stop_reason: 'end_turn' });
    await said(1);
    expect(observed.literals).toEqual(['8']);
  });

  test('that has left while the daemon was away is known to have left', async () => {
    const pane = await practise();
    pane.type('hello\r');
    await observed.until('starting', 'working', 'waiting');
    await observed[Symbol.asyncDispose]();
    await home.tmux('send-keys', '-t', '=af-first-steps:', 'C-c');
    const facts = ['-p', '-t', '=af-first-steps:', `#{${EXIT_OPTION}}`];
    await waitUntil('its end', async () => (await home.tmux('display-message', ...facts)).trim());
    observed = await Observed.open(home);
    await observed.until('waiting', 'exited');
  });

  test('is heard to the last word when the daemon closes', async () => {
    const pane = await practise();
    pane.type('hello\r');
    await observed.until('starting', 'working', 'waiting');
    await keep(answer('[STAGE_COMPLETE:8]'));
    await observed[Symbol.asyncDispose]();
    expect(observed.literals).toEqual(['8']);
  });

  test('is not heard of what was in its log before the session began', async () => {
    const pane = await practise();
    pane.type('hello\r');
    await observed.until('starting', 'working', 'waiting');
    await home.tmux('kill-session', '-t', '=af-first-steps');
    await waitUntil('the end', async () => (await observed.state()) === undefined);
    await keep(answer('[STAGE_COMPLETE:8]'));
    const { length } = await observed.states();
    const again = await practise();
    // What is said before the log is followed is taken for what was there before.
    await waitUntil('its log is followed', async () => {
      again.type('hello\r');
      return (await observed.states()).slice(length).some(({ source }) => source === 'log');
    });
    again.type('[STAGE_COMPLETE:1]\r');
    await said(1);
    expect(observed.literals).toEqual(['1']);
  });

  test('is heard in the conversation that the student begins in it', async () => {
    const pane = await practise();
    pane.type('[STAGE_COMPLETE:1]\r');
    await said(1);
    pane.type('/clear\r');
    await pane.shows('cleared for');
    await observed.typeElsewhere('[STAGE_COMPLETE:2]');
    await said(2);
    expect(observed.literals).toEqual(['1', '2']);
  });

  test('says nothing anew where its log was written anew', async () => {
    const pane = await practise();
    pane.type('one [STAGE_COMPLETE:1]\r');
    await said(1);
    const folder = home.in('.claude', 'projects', 'any');
    const [name = ''] = await readdir(folder);
    const text = await home.read('.claude', 'projects', 'any', name);
    await rm(join(folder, name));
    await appendFile(join(folder, name), text);
    pane.type('two [STAGE_COMPLETE:2]\r');
    await said(2);
    expect(observed.literals).toEqual(['1', '2']);
  });
});

test('a plain shell has no state, and is not listened to', async () => {
  await observed.daemon.start('first-steps', { agent: 'shell' });
  await home.tmux('send-keys', '-t', '=af-first-steps:', 'echo "[STAGE_COMPLETE:"1]', 'Enter');
  expect(await observed.state()).toBeUndefined();
  expect(await observed.states()).toEqual([]);
  expect((await home.tmux('list-clients')).trim()).toBe('');
});
