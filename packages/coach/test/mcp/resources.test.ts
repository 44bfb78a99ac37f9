import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProtocolError } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_LISTED, MAX_READ_BYTES } from '../../src/resources/limits.js';
import type { ToolCaller } from '../../src/tools/call-tool.js';
import { Agent } from '../fixtures/agent.js';
import { CoachDesk, PROJECT } from '../fixtures/coach-desk.js';

let desk: CoachDesk;
let agent: Agent;
beforeEach(async () => {
  desk = await CoachDesk.make({
    'src/a.ts': 'const a = 1;\n',
    'src/ö b%.ts': 'b\n',
    'README.md': '# Kata\n',
    '.gitignore': 'made/\n',
    'made/out.txt': 'made\n',
    'node_modules/x/index.js': 'x\n',
  });
  agent = await Agent.connect(desk);
});
afterEach(async () => {
  await agent[Symbol.asyncDispose]();
  await desk[Symbol.asyncDispose]();
});

async function listed(): Promise<string[]> {
  return (await agent.client.listResources()).resources.map(({ uri }) => uri);
}

async function read(path: string): Promise<string> {
  const { contents } = await agent.client.readResource({ uri: `project:///${path}` });
  return contents.map((content) => ('text' in content ? content.text : '')).join();
}

/** What is said where it is refused. */
async function refusal(uri: string): Promise<string> {
  const error: ProtocolError = await agent.client.readResource({ uri }).then(
    () => expect.fail(`${uri} was not refused`),
    (reason: ProtocolError) => reason,
  );
  expect(error.data).toEqual({ code: /(\w+): /.exec(error.message)?.[1] });
  return error.message;
}

/** What was asked for, the oldest first. */
function log(): unknown[] {
  return desk.actions('mcp_tool_call').map(({ data }) => data);
}

async function type(path: string, content: string): Promise<void> {
  const page = await desk.page();
  await page.say('file:open', { path });
  await page.say('buffer:update', { path, content, cursorPosition: { line: 1, column: 1 } });
}

describe('the list of resources', () => {
  test('has every file and folder of the project, without noise and what is ignored [workbench visibility]', async () => {
    await desk.begin('saved_files');
    expect(await listed()).toEqual([
      'project:///',
      'project:///src/',
      'project:///src/a.ts',
      'project:///src/%C3%B6%20b%25.ts',
      'project:///.gitignore',
      'project:///README.md',
    ]);
    expect(log()).toEqual([{ toolName: 'resources/list', sessionId: 'mcp-7' }]);
  });

  test('says what the URIs are made of', async () => {
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'project:///{+path}' }]);
  });

  test('ends, and says where to find the rest', async () => {
    for (let n = 0; n <= MAX_LISTED; n += 1) await desk.write(`src/many/${n}.txt`, '');
    await desk.begin('saved_files');
    const { resources } = await agent.client.listResources();
    expect(resources.length).toBeLessThanOrEqual(MAX_LISTED + 1);
    expect(resources[0]).toMatchObject({ uri: 'project:///', description: expect.stringMatching(/There is more/) });
    expect(resources.map(({ uri }) => uri)).toContain('project:///src/many/');
    const lines = (await read('src/many/')).split('\n');
    expect([lines.length, lines.at(-1)]).toEqual([MAX_LISTED + 1, 'There is more than these 1000.']);
  });

  test('that is refused has the folder alone, which says why, so that no client gives up the tools [workbench visibility]', async () => {
    await desk.begin('nothing');
    const { resources } = await agent.client.listResources();
    const description = expect.stringMatching(/^not_visible: The student shares nothing.*Ask them/);
    expect(resources).toEqual([{ uri: 'project:///', name: '/', description }]);
    expect(log()).toEqual([{ toolName: 'resources/list', sessionId: 'mcp-7', refused: 'not_visible' }]);
  });

  test('without a session, says so', async () => {
    const { resources } = await agent.client.listResources();
    expect(resources).toMatchObject([{ description: expect.stringMatching(/^no_active_session: /) }]);
  });
});

describe('a file', () => {
  test('is read as it is in the editor where everything is shown, and as it is saved otherwise [workbench visibility]', async () => {
    await desk.begin('everything');
    await type('src/a.ts', 'const a = 2;\n');
    await type('new.ts', 'new\n');
    expect([await read('src/a.ts'), await read('new.ts'), await read('README.md')]).toEqual([
      'const a = 2;\n',
      'new\n',
      '# Kata\n',
    ]);
    await desk.coach.setVisibility(PROJECT, 'saved_files');
    expect(await read('src/a.ts')).toBe('const a = 1;\n');
    expect(await refusal('project:///new.ts')).toMatch(/file_not_found: new\.ts/);
  });

  test('is found by its encoded name, and by its name as it is', async () => {
    await desk.begin();
    expect([await read('src/%C3%B6%20b%25.ts'), await read('src/ö b%.ts')]).toEqual(['b\n', 'b\n']);
  });

  test('is not read where nothing is shown, whatever it is, and neither is a folder [workbench visibility]', async () => {
    await desk.begin('nothing');
    await type('src/a.ts', 'const a = 2;\n');
    for (const path of ['src/a.ts', 'src/', '', 'nothing.ts', '../x']) {
      expect(await refusal(`project:///${path}`)).toMatch(/not_visible: The student shares nothing.*do not try again/);
    }
    expect(log()).toEqual(
      ['src/a.ts', 'src/', '', 'nothing.ts', '../x'].map((path) => ({
        ...{ toolName: 'resources/read', sessionId: 'mcp-7' },
        ...{ path, refused: 'not_visible' },
      })),
    );
  });

  test('is not shown if the student hides it while it is read, and neither is the list [workbench visibility]', async () => {
    const project = await desk.project();
    const ask = project.callTool.bind(project) as (name: string, input: object, caller: ToolCaller) => Promise<unknown>;
    for (const name of ['resources/read', 'resources/list']) {
      await desk.begin('saved_files');
      const input = name === 'resources/read' ? { uri: 'project:///README.md' } : {};
      const reading = expect(ask(name, input, { mcpSessionId: 'mcp-1' })).rejects.toMatchObject({
        code: 'not_visible',
      });
      await project.setVisibility('nothing');
      await reading;
      expect(log().at(-1)).toMatchObject({ toolName: name, refused: 'not_visible' });
    }
  });

  test('outside of the project is never read, and the attempt is written down [workbench visibility]', async () => {
    await desk.begin();
    await symlink('/etc/passwd', join(desk.folder, 'link'));
    const outside = ['../x', '%2e%2e/x', '..%2Fx', '/etc/passwd%00', 'link'].map((path) => `project:///${path}`);
    for (const uri of outside) expect(await refusal(uri)).toMatch(/path_outside|file_not_found/);
    expect(await refusal('file:///etc/passwd')).toMatch(/invalid_request: Only the project can be read here/);
    expect(log()).toHaveLength(6);
    expect(log().at(-1)).toMatchObject({ path: 'file:///etc/passwd', refused: 'invalid_request' });
  });

  test('that no agent can read is refused in words for agents', async () => {
    await desk.begin();
    await desk.write('a.png', 'x');
    await desk.write('nul.txt', 'a\0b');
    await desk.write('big.txt', 'x'.repeat(MAX_READ_BYTES + 1));
    expect(await refusal('project:///a.png')).toMatch(/file_unsuitable: a\.png is not text, so you cannot see it/);
    expect(await refusal('project:///nul.txt')).toMatch(/nul\.txt is not text/);
    expect(await refusal('project:///big.txt')).toMatch(/big\.txt is larger than 1024 KB.*Go on without it/);
  });

  test('has as much room in the log as a path may have', async () => {
    await desk.begin();
    const path = `${'x/'.repeat(1000)}y`;
    expect(await refusal(`project:///${path}`)).toMatch(/file_not_found/);
    expect(log()).toMatchObject([{ path: path.slice(0, 1024), refused: 'file_not_found' }]);
  });
});

describe('a folder', () => {
  test('tells what is in it, with a slash at its end or without [workbench visibility]', async () => {
    await desk.begin('saved_files');
    expect(await read('')).toBe('project:///src/\nproject:///.gitignore\nproject:///README.md');
    const inside = 'project:///src/a.ts\nproject:///src/%C3%B6%20b%25.ts';
    expect([await read('src/'), await read('src')]).toEqual([inside, inside]);
    expect(log()).toMatchObject([{ path: '' }, { path: 'src/' }, { path: 'src' }]);
    expect(await refusal('project:///lib/')).toMatch(/file_not_found/);
    expect(await read('made/')).toBe('Nothing in this folder is shown.');
  });
});

describe('a client that reads only what it has been told of', () => {
  let changes: number;
  beforeEach(() => {
    changes = 0;
    agent.client.setNotificationHandler('notifications/resources/list_changed', () => {
      changes += 1;
    });
  });

  test('is told that there is more, once it has read the folder in which that is', async () => {
    await desk.begin('saved_files');
    await read('src/');
    expect(changes).toBe(0);
    await listed();
    await read('src/');
    expect(changes).toBe(0);
    await desk.write('src/new.ts', '');
    await read('src/');
    expect(changes).toBe(1);
    expect(await listed()).toContain('project:///src/new.ts');
    await read('src/');
    expect(changes).toBe(1);
  });

  test('is told of what is beyond the list in the next one, once it has found that', async () => {
    for (let n = 0; n <= MAX_LISTED; n += 1) await desk.write(`many/${n}.txt`, '');
    await desk.begin('saved_files');
    expect(await listed()).not.toContain('project:///many/7.txt');
    await read('many/');
    expect(changes).toBe(1);
    expect(await listed()).toContain('project:///many/7.txt');
  });

  test('is told that the student shows more, or less, than when it asked [workbench visibility]', async () => {
    await desk.begin('nothing');
    await listed();
    await desk.coach.setVisibility(PROJECT, 'saved_files');
    await read('');
    expect(changes).toBe(1);
    expect(await listed()).toContain('project:///src/a.ts');
    await desk.coach.setVisibility(PROJECT, 'nothing');
    await refusal('project:///src/a.ts');
    expect(changes).toBe(2);
    expect(await listed()).toEqual(['project:///']);
  });
});

test('a bug of ours is logged, and tells an agent nothing', async () => {
  await desk.begin();
  const project = await desk.project();
  project.callTool = () => Promise.reject(new TypeError('x is not a function'));
  expect(await refusal('project:///README.md')).toMatch(/internal: The practice server could not do this/);
  expect(await listed()).toEqual(['project:///']);
  expect(agent.failures).toHaveLength(2);
});
