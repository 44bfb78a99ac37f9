import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Chat, EXERCISE } from '../fixtures/chat.js';
import { TestDaemon } from '../fixtures/daemon.js';
import { Home } from '../fixtures/machine/home.js';
import { describeAgents, scripted } from '../fixtures/scripted-agent.js';
import { waitUntil } from '../fixtures/wait-until.js';
import type { TestTerminal } from '../fixtures/wire/terminal.js';
import { ID, leaksOf, OWN, SOLUTION, toldLeaks, tutoredFiles } from './tutored.js';

const FAKE = fileURLToPath(new URL('../fixtures/fake-claude.mjs', import.meta.url));
const SCRIPTED = fileURLToPath(new URL('../../../conversations/test/fixtures/scripted-agent.mjs', import.meta.url));

/** An agent without a log. It says what a line holds in base64, so that the student does not type it. */
const PROGRAM = `
const { stdin, stdout } = process;
let said = 'agent is here\\r\\n';
stdout.write(said);
stdout.on('resize', () => stdout.write('\\x1b[2J\\x1b[H' + said));
const say = (text) => { said += text; stdout.write(text); };
const plain = (word) => Buffer.from(word, 'base64').toString().replaceAll('\\n', '\\r\\n');
require('readline').createInterface({ input: stdin }).on('line', (line) => {
  const [word, rest] = line.split(' ');
  if (word === 'say') say(plain(rest) + '\\r\\n');
  if (word === 'colour') say(plain(rest).replace(/./g, '\\x1b[1;35m$&\\x1b[0m') + '\\r\\n');
  if (word === 'box') say(plain(rest).replace(/.{9}/g, '\\u2502 $& \\u2502\\r\\n') + '\\r\\n');
  if (word === 'flood') for (let n = 0; n < 20000; n += 1) stdout.write('nothing of interest ' + n + '\\r\\n');
});
`;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const FIRST = OWN.slice(0, 4).join('\n');

let home: Home;
beforeEach(async () => {
  home = await Home.make();
});
afterEach(() => home[Symbol.asyncDispose]());

const leak = (daemon: TestDaemon) => waitUntil('a leak', async () => (await toldLeaks(daemon)).length > 0);
/** Everything said so far is judged by the time that a daemon has closed. */
const closed = (daemon: TestDaemon) => daemon.daemon.close();

describe('[coach truth-leak] an agent of which only the screen is known', () => {
  let daemon: TestDaemon;
  let pane: TestTerminal;
  beforeEach(async () => {
    await writeFile(home.in('own.cjs'), PROGRAM);
    await describeAgents(home, { own: { name: 'Own', command: execPath, arguments: [home.in('own.cjs')] } });
    daemon = await TestDaemon.open({ home, files: tutoredFiles() });
    pane = daemon.connect((await daemon.start(ID, { agent: 'own' })).wsUrl);
    await pane.attached();
    await pane.shows('agent is here');
  });
  afterEach(() => daemon[Symbol.asyncDispose]());

  test.each(['say', 'colour', 'box'])('is heard however it draws the solution: %s', async (how) => {
    pane.type(`${how} ${base64(FIRST)}\r`);
    await leak(daemon);
    expect(await toldLeaks(daemon)).toEqual([{ where: 'terminal', lines: 4, inRow: 4, of: 9 }]);
    expect(leaksOf(daemon)).toEqual([{ exercise_id: ID, agent: 'own', leaks: 1, lines: 4 }]);
  });

  test('is flagged once, whoever draws it again, comes back, or is another daemon', async () => {
    pane.type(`say ${base64(FIRST)}\r`);
    await leak(daemon);
    pane.send({ type: 'resize', cols: 44, rows: 20 });
    pane.type(`say ${base64('That was it.')}\r`);
    await pane.shows('That was it.');
    await closed(daemon);
    await using again = await TestDaemon.open({ home, content: home.in('site') });
    const back = again.connect((await again.start(ID, { agent: 'own' })).wsUrl);
    await back.attached();
    back.send({ type: 'resize', cols: 60, rows: 12 });
    back.type(`say ${base64(OWN.slice(4, 8).join('\n'))}\r`);
    await waitUntil('the next', async () => (await toldLeaks(again)).length === 2);
    await closed(again);
    expect(leaksOf(again)).toEqual([{ exercise_id: ID, agent: 'own', leaks: 2, lines: 8 }]);
  });

  test('is not blamed for what the student types, pastes or has in a file', async () => {
    pane.type(`${OWN[0]}\r${OWN[1]}\r${OWN[2]}\r`);
    await writeFile(home.workspace(ID, 'mine.py'), OWN.slice(3, 6).join('\n'));
    pane.type(`say ${base64(OWN.slice(3, 6).join('\n'))}\r`);
    await pane.shows(OWN[5] ?? '');
    // What is told by now is what is left of it.
    pane.type(`say ${base64(OWN.slice(6, 9).join('\n'))}\r`);
    await leak(daemon);
    expect(await toldLeaks(daemon)).toEqual([{ where: 'terminal', lines: 3, inRow: 3, of: 9 }]);
  });

  test('is heard behind a flood', async () => {
    pane.type('flood\r');
    await pane.shows('interest 19999');
    pane.type(`say ${base64(FIRST)}\r`);
    await leak(daemon);
  });

  test('tells no more where the student has opened the solution', async () => {
    pane.type(`say ${base64(FIRST)}\r`);
    await leak(daemon);
    await daemon.post('/exercises/solution', { exerciseId: ID, confirmed: true });
    pane.type(`say ${base64(SOLUTION)}\r`);
    await pane.shows(OWN[8] ?? '');
    await closed(daemon);
    expect(leaksOf(daemon)).toMatchObject([{ leaks: 1, lines: 4 }]);
  });
});

describe('[coach truth-leak] an agent that keeps a log', () => {
  let daemon: TestDaemon;
  let count = 0;
  beforeEach(async () => {
    daemon = await TestDaemon.open({
      home,
      files: tutoredFiles({ workbench: false }),
      agent: { run: `exec '${execPath}' '${FAKE}' "$@"` },
    });
    const pane = await daemon.open(ID);
    await pane.shows('agent is here with');
    pane.type('hello\r');
    await pane.shows('heard hello');
  });
  afterEach(() => daemon[Symbol.asyncDispose]());

  async function keep(role: 'user' | 'assistant', text: string): Promise<void> {
    const folder = home.in('.claude', 'projects', 'any');
    const [name = ''] = await readdir(folder);
    count += 1;
    const content = role === 'user' ? text : [{ type: 'text', text }];
    const message = { id: `m-${count}`, role, content, stop_reason: 'end_turn' };
    await appendFile(join(folder, name), `${JSON.stringify({ type: role, uuid: `u-${count}`, message })}\n`);
  }

  test('is heard by it, in however many sayings it tells the solution', async () => {
    await keep('assistant', `Begin with ${OWN[0]}`);
    await keep('assistant', `Then ${OWN[1]}`);
    await keep('assistant', `And \`${OWN[2]}\`, you see?`);
    await leak(daemon);
    expect(await toldLeaks(daemon)).toEqual([{ where: 'terminal', lines: 3, inRow: 3, of: 9 }]);
    expect(leaksOf(daemon)).toEqual([{ exercise_id: ID, agent: 'claude', leaks: 1, lines: 1 }]);
  });

  test('may say again what the student has said', async () => {
    await keep('user', `Why not\n${FIRST}`);
    await keep('assistant', `You mean\n${FIRST}`);
    await keep('assistant', OWN.slice(5, 8).join('\n'));
    await leak(daemon);
    expect(await toldLeaks(daemon)).toEqual([{ where: 'terminal', lines: 3, inRow: 3, of: 9 }]);
  });
});

describe('[coach truth-leak] an agent of a chat', () => {
  test('is heard at the end of what it says, and counted once for it', async () => {
    const script = (await readFile(SCRIPTED, 'utf8')).replace(
      'async say(sessionId, text) {',
      "async say(sessionId, word) {\n    const text = Buffer.from(word, 'base64').toString();",
    );
    await writeFile(home.in('agent.mjs'), script);
    await describeAgents(home, { scripted: { ...scripted(), arguments: [home.in('agent.mjs')] } });
    await using daemon = await TestDaemon.open({ home, files: tutoredFiles() });
    using chat = await Chat.open(daemon.url, { subject: EXERCISE });
    await chat.say(`I have this:\n${OWN.slice(5, 8).join('\n')}\nsay ${base64(OWN.slice(5, 8).join('\n'))}`);
    await chat.say(`say ${base64(`Here:\n\`\`\`\n    ${FIRST}\n\`\`\``)}`);
    await leak(daemon);
    await chat.say(`say ${base64(FIRST)}`);
    await closed(daemon);
    expect(leaksOf(daemon)).toEqual([{ exercise_id: ID, agent: 'scripted', leaks: 1, lines: 4 }]);
  });
});
