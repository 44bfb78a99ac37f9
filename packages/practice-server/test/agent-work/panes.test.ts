import { writeFile } from 'node:fs/promises';
import { execPath } from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Home } from '../fixtures/machine/home.js';
import { describeAgents } from '../fixtures/scripted-agent.js';
import { waitUntil } from '../fixtures/wait-until.js';
import { Observed } from './observed.js';

/**
 * An agent without a log: it says what a line tells it to, in colours and byte by byte, asks, draws its screen anew
 * when it is resized, and leaves.
 */
const PROGRAM = `
const said = [];
const { stdin, stdout } = process;
const write = (text) => { said.push(text); for (const byte of Buffer.from(text)) stdout.write(Buffer.from([byte])); };
stdout.write('agent is here\\r\\n');
stdout.on('resize', () => stdout.write('\\x1b[2J\\x1b[H' + said.join('') + 'drawn anew\\r\\n'));
require('readline').createInterface({ input: stdin }).on('line', (line) => {
  const [word, ...rest] = line.split(' ');
  if (word === 'say') setTimeout(() => write('I think that this is it: [STAGE_' + '\\x1b[1;35mCOMPLETE\\x1b[0m:' + rest[0] + '] well done\\r\\n'), 50);
  if (word === 'draw') write('\\x1b[2J\\x1b[5;9HOMPLETE:' + rest[0] + '] well done\\x1b[5;1H[STAGE_C\\x1b[6;1H');
  if (word === 'work') { let n = 0; const t = setInterval(() => { stdout.write('.'); if (++n === 20) { clearInterval(t); stdout.write(' done\\r\\n'); } }, 100); }
  if (word === 'ask') stdout.write('May I?\\r\\n> 1. Yes\\r\\n  2. No\\r\\n');
  if (word === 'leave') process.exit(0);
});
`;

let home: Home;
let observed: Observed;
beforeEach(async () => {
  home = await Home.make();
  await writeFile(home.in('own.cjs'), PROGRAM);
  await describeAgents(home, { own: { name: 'Own', command: execPath, arguments: [home.in('own.cjs')] } });
  observed = await Observed.open(home);
});
afterEach(async () => {
  await observed[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

async function practise() {
  const { wsUrl } = await observed.daemon.start('first-steps', { agent: 'own' });
  const pane = observed.daemon.connect(wsUrl);
  await pane.attached();
  await observed.until('starting', 'waiting');
  return pane;
}

const said = (count: number) => waitUntil(`${count} markers`, () => observed.said.length >= count);

describe('an agent of which only the screen is known', () => {
  test('starts, works, asks, waits and exits', async () => {
    const pane = await practise();
    pane.type('work\r');
    await observed.until('waiting', 'working', 'waiting');
    pane.type('ask\r');
    await observed.until('waiting', 'asking');
    pane.type('leave\r');
    await observed.until('asking', 'exited');
    expect((await observed.states()).map(({ state }) => state)).toEqual([
      ...['starting', 'waiting', 'working', 'waiting', 'asking', 'exited'],
    ]);
  });

  test('[terminal-events 4 repeats] says a marker once, whoever attaches, resizes or comes back', async () => {
    const pane = await practise();
    pane.type('say 1\r');
    await said(1);
    pane.clear();
    pane.send({ type: 'resize', cols: 31, rows: 20 });
    await pane.shows('drawn anew');
    const again = await observed.daemon.open();
    again.send({ type: 'resize', cols: 60, rows: 12 });
    await observed[Symbol.asyncDispose]();
    observed = await Observed.open(home);
    const back = await observed.daemon.open();
    back.type('say 2\r');
    await said(1);
    expect(observed.literals).toEqual(['2']);
  });

  test('is heard of what it draws in an order of its own, once it rests', async () => {
    const pane = await practise();
    pane.type('draw 4\r');
    await said(1);
    expect(observed.literals).toEqual(['4']);
  });

  test('[terminal-events 4 not-said] is not heard in another pane', async () => {
    const pane = await practise();
    const foreign = `printf 'I think that this is it: [STAGE_%s]' COMPLETE:9; sleep 60`;
    const id = await home.tmux('split-window', '-d', '-P', '-F', '#{pane_id}', '-t', '=af-first-steps:', foreign);
    await waitUntil('the marker', async () => (await home.tmux('capture-pane', '-p', '-t', id.trim())).includes(':9'));
    pane.type('say 1\r');
    await said(1);
    expect(observed.literals).toEqual(['1']);
  });

  test('is listened to again after the student has detached everybody', async () => {
    await practise();
    const clients = async () => (await home.tmux('list-clients', '-F', '#{client_name}')).trim();
    await home.tmux('detach-client', '-s', '=af-first-steps');
    await waitUntil('nobody', async () => (await clients()) === '');
    await waitUntil('somebody', clients);
    await home.tmux('send-keys', '-t', '=af-first-steps:', 'say 1', 'Enter');
    await said(1);
  });

  test('[terminal-events 4 repeats] is heard of what it said while the daemon was away', async () => {
    await practise();
    await observed[Symbol.asyncDispose]();
    await home.tmux('send-keys', '-t', '=af-first-steps:', 'say 3', 'Enter');
    await waitUntil('the marker', async () => (await home.tmux('capture-pane', '-p')).includes('well done'));
    observed = await Observed.open(home);
    await said(1);
    expect(observed.literals).toEqual(['3']);
  });

  test('[terminal-events 4 not-said] is not heard in what the student types, nor in their shell', async () => {
    const pane = await practise();
    pane.type('is it [STAGE_COMPLETE:5]');
    await pane.shows('[STAGE_COMPLETE:5]');
    pane.type('\r');
    pane.type('say 1\r');
    await said(1);
    pane.type('leave\r');
    await pane.frame('agent_exited');
    pane.type('printf "[STAGE_%s]" COMPLETE:6\r');
    await pane.shows('[STAGE_COMPLETE:6]');
    await observed[Symbol.asyncDispose]();
    expect(observed.literals).toEqual(['1']);
    observed = await Observed.open(home);
    expect(observed.literals).toEqual([]);
  });
});
