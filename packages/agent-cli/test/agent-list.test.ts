import { execFile } from 'node:child_process';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asAnotherUser, CAN_BE_ANOTHER_USER } from '@agent-factory/fuzzing';
import { describe, expect, test } from 'vitest';
import { AGENT_CLIS, AgentList } from '../src/index.js';
import { type Home, newHome } from './support.js';

const GOOD = { command: 'good-agent', transport: 'acp', transportArguments: ['--acp'] };

function pathIn(home: Home): string {
  return join(home.path, 'agents.json');
}

/** The agents of a file with this text, or with these agents. */
async function listOf(home: Home, content: string | Record<string, unknown>): Promise<AgentList> {
  const text = typeof content === 'string' ? content : JSON.stringify({ agents: content });
  await writeFile(pathIn(home), text);
  return new AgentList(pathIn(home));
}

function own(list: AgentList): string[] {
  return list.all().flatMap(({ id, isCustom }) => (isCustom ? [id] : []));
}

describe('agents.json', () => {
  test('need not be there', async () => {
    await using home = await newHome();
    const list = new AgentList(pathIn(home));
    expect(list.all().map(({ id }) => id)).toEqual(Object.keys(AGENT_CLIS));
    expect(list.problems).toEqual([]);
  });

  test('describes agents, which start as it says', async () => {
    await using home = await newHome();
    const list = await listOf(home, { mine: { ...GOOD, name: 'Mine', arguments: ['-q'], environment: ['MY_*'] } });
    expect(list.problems).toEqual([]);
    const agent = list.get('mine');
    expect(agent).toMatchObject({ name: 'Mine', command: 'good-agent', environment: ['MY_*'], terminal: true });
    expect(agent.chat?.args({ sessionId: 's', resume: undefined })).toEqual(['-q', '--acp']);
  });

  test('may begin with the mark of its encoding, and name its schema', async () => {
    await using home = await newHome();
    const list = await listOf(home, `\uFEFF${JSON.stringify({ $schema: 'x', agents: { mine: GOOD } })}`);
    expect([own(list), list.problems]).toEqual([['mine'], []]);
  });

  test('is read anew when it was changed, replaced or removed', async () => {
    await using home = await newHome();
    const list = await listOf(home, { one: GOOD });
    expect(own(list)).toEqual(['one']);
    await writeFile(pathIn(home), JSON.stringify({ agents: { one: GOOD, two: GOOD } }));
    expect(own(list)).toEqual(['one', 'two']);
    await writeFile(`${pathIn(home)}.new`, JSON.stringify({ agents: { six: GOOD } }));
    await rename(`${pathIn(home)}.new`, pathIn(home));
    expect(own(list)).toEqual(['six']);
    await writeFile(pathIn(home), '{');
    expect([own(list), list.problems.length]).toEqual([[], 1]);
    await rm(pathIn(home));
    expect([own(list), list.problems]).toEqual([[], []]);
  });

  test('tells which agents there are when one is wanted that there is not', async () => {
    await using home = await newHome();
    const list = await listOf(home, { mine: GOOD });
    for (const id of ['other', '__proto__', 'constructor', 'toString']) {
      expect(list.find(id)).toBeUndefined();
      expect(() => list.get(id)).toThrow(expect.objectContaining({ code: 'agent_unknown' }));
    }
    expect(() => list.get('other')).toThrow(/Choose one of claude, .*, mine, or describe it in/);
  });
});

describe('what an agent of agents.json can do', () => {
  test('is claimed only as far as its transport tells: the rest shows once it runs', async () => {
    await using home = await newHome();
    const transports = ['acp', 'app-server', 'stream-json'] as const;
    const list = await listOf(home, Object.fromEntries(transports.map((t) => [t, { command: 'x', transport: t }])));
    const certain = { interrupt: true, handOver: false };
    expect(transports.map((id) => list.get(id).chat?.abilities)).toEqual([
      { ...certain, cost: false },
      { ...certain, cost: false },
      { ...certain, resume: false },
    ]);
  });
});

describe('one agent that is described wrongly', () => {
  const wrong: [what: string, id: string, agent: unknown, says: RegExp][] = [
    ['a shell', 'bad', { command: 'sh' }, /command: .*the agent itself, not a shell/],
    ['a shell by its path', 'bad', { command: '/bin/bash' }, /command: .*the agent itself, not a shell/],
    ['a program that runs others', 'bad', { command: '/usr/bin/env' }, /command: .*the agent itself/],
    ['a command line', 'bad', { command: 'agent --acp' }, /command: .*a name on the PATH, or an absolute path/],
    ['a path from somewhere', 'bad', { command: './agent' }, /command: .*absolute path/],
    ['no command', 'bad', { transport: 'acp' }, /command/],
    ['a field that nobody knows', 'bad', { ...GOOD, trust: true }, /trust/],
    ['a transport that nobody knows', 'bad', { ...GOOD, transport: 'smoke' }, /transport.*acp/],
    ['neither a terminal nor a transport', 'bad', { command: 'x', terminal: false }, /a transport, or a terminal/],
    [
      'a variable with a value',
      'bad',
      { ...GOOD, environment: ['KEY=1'] },
      /environment.*name of an environment variable/,
    ],
    ['all variables', 'bad', { ...GOOD, environment: ['*'] }, /environment.*name of an environment variable/],
    ['a NUL character', 'bad', { ...GOOD, arguments: ['a\0b'] }, /arguments.*NUL/],
    ['a file in a folder', 'bad', { ...GOOD, instructionFile: '../x' }, /instructionFile.*without folders/],
    ['the id of an agent that is known', 'claude', GOOD, /another name: this agent is known/],
    ['an id with a slash', '../up', GOOD, /agent "\.\.\/up": /],
    ['no description', 'bad', null, /agent "bad": /],
    ['a list', 'bad', [], /agent "bad": /],
  ];

  test.each(wrong)('by %s is told of, and does not take the others with it', async (_, id, agent, says) => {
    await using home = await newHome();
    const list = await listOf(home, { good: GOOD, [id]: agent, better: GOOD });
    expect(own(list)).toEqual(['good', 'better']);
    expect(list.problems).toEqual([expect.stringMatching(says)]);
    expect(list.problems[0]).toContain(`agents.json, agent "${id}"`);
    expect(list.get('claude').command).toBe('claude');
  });

  const SHELLS = [
    ...['ash', 'busybox', '/bin/dash', 'mksh', 'rbash', 'elvish', 'xonsh', 'nu', 'pwsh', 'powershell.exe', 'ksh93'],
    ...['su', 'sudo', '/usr/bin/doas', 'nohup', 'xargs', 'env', 'timeout', 'zsh-5.9', '/bin/BASH', 'ssh', 'find'],
  ];

  test.each(SHELLS)('by %s, which runs whatever its arguments say', async (command) => {
    await using home = await newHome();
    const list = await listOf(home, { bad: { command } });
    expect(list.problems).toEqual([expect.stringMatching(/command: .*the agent itself, not a shell/)]);
  });

  test.each(['node', '/usr/bin/python3.12', 'npx', 'shelly', 'bashful', 'my-env', '/opt/su/agent'])(
    'is not one whose command is %s',
    async (command) => {
      await using home = await newHome();
      const list = await listOf(home, { good: { command } });
      expect([list.problems, own(list)]).toEqual([[], ['good']]);
    },
  );

  test('by everything is told of in a few lines', async () => {
    await using home = await newHome();
    const bad = {
      command: 'sh',
      arguments: new Array(49).fill(1),
      environment: new Array(50).fill('x'.repeat(900).concat('=')),
    };
    const list = await listOf(home, Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`a${n}`, bad])));
    expect(list.problems.length).toBeLessThanOrEqual(100);
    for (const problem of list.problems) expect(problem.length).toBeLessThanOrEqual(1000);
  });

  test('under an odd name takes nobody with it', async () => {
    await using home = await newHome();
    const list = await listOf(
      home,
      `{"agents":{"__proto__":{"command":"x"},"constructor":7,"good":${JSON.stringify(GOOD)}}}`,
    );
    expect(own(list)).toContain('good');
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

describe('an agents.json that cannot be read', () => {
  const WHOLE: [what: string, text: string, says: RegExp][] = [
    ['is no JSON', '{"agents":', /JSON/],
    ['is empty', '', /JSON/],
    ['is a list', '[]', /./],
    ['has no agents', '{}', /agents/],
    ['has fields that nobody knows', '{"agents":{},"agent":{}}', /agent/],
    ['is too large', `{"agents":{}}${' '.repeat(300 * 1024)}`, /more than 256 KB/],
  ];

  test.each(WHOLE)('because it %s is told of, and the known agents stay', async (_, text, says) => {
    await using home = await newHome();
    const list = await listOf(home, text);
    expect(list.problems).toEqual([expect.stringMatching(says)]);
    expect(list.problems[0]).toMatch(/^agents\.json: /);
    expect(list.all().map(({ id }) => id)).toEqual(Object.keys(AGENT_CLIS));
  });

  const PLACES: [what: string, make: (path: string) => Promise<unknown>, says: RegExp][] = [
    ['a folder', (path) => mkdir(path), /not a file\. Put a file in its place, or remove it/],
    ['a pipe', (path) => promisify(execFile)('mkfifo', [path]), /not a file/],
    ['a link to itself', (path) => symlink(path, path), /cannot be read \(ELOOP\)\. /],
  ];

  test.each(PLACES)('because it is %s is told of, and nobody waits for it', async (_, make, says) => {
    await using home = await newHome();
    await make(pathIn(home));
    const list = new AgentList(pathIn(home));
    expect(list.problems).toEqual([expect.stringMatching(says)]);
    expect(list.all().map(({ id }) => id)).toEqual(Object.keys(AGENT_CLIS));
    await rm(pathIn(home), { recursive: true });
    await writeFile(pathIn(home), JSON.stringify({ agents: { mine: GOOD } }));
    expect([own(list), list.problems]).toEqual([['mine'], []]);
  });

  test.skipIf(!CAN_BE_ANOTHER_USER)('because it is not the student’s is told of', async () => {
    await using home = await newHome();
    const list = await listOf(home, { mine: GOOD });
    await promisify(execFile)('chmod', ['000', pathIn(home)]);
    const problems = await asAnotherUser([home.path], async () => list.problems);
    expect(problems).toEqual([expect.stringMatching(/cannot be read \(EACCES\)/)]);
  });
});
