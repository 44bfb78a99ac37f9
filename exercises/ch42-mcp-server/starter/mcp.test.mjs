// Your own tests of mcp.mjs: node --test mcp.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { McpServer } from './mcp.mjs';
import { INVALID_PARAMS, INVALID_REQUEST, RpcError } from './rpc.mjs';

const inputSchema = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
};
const TOOLS = [
  {
    name: 'shout',
    description: 'Shouts.',
    inputSchema,
    run: ({ word }) => word.toUpperCase(),
  },
  {
    name: 'letters',
    description: 'Takes it apart.',
    inputSchema,
    run: async ({ word }) => [...word],
  },
  {
    name: 'rest',
    description: 'Does nothing.',
    inputSchema: { type: 'object' },
    run: () => {},
  },
  {
    name: 'fail',
    description: 'Fails.',
    inputSchema: { type: 'object' },
    run: () => {
      throw new Error('no luck');
    },
  },
];
const INFO = { name: 'test', version: '1.0.0' };

const newServer = () => new McpServer(INFO, TOOLS);
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const withCode = (code) => (problem) =>
  problem instanceof RpcError && problem.code === code;

test('initialize: agrees on a version', () => {
  const agreed = newServer().initialize({ protocolVersion: '2025-06-18' });
  assert.equal(agreed.protocolVersion, '2025-06-18');
  assert.deepEqual(agreed.capabilities, { tools: {} });
  assert.deepEqual(agreed.serverInfo, INFO);
});

test('initialize: offers its newest version instead of an unknown one', () => {
  const agreed = newServer().initialize({ protocolVersion: '2031-01-01' });
  assert.equal(agreed.protocolVersion, '2025-11-25');
});

test('initialize: wants a version', () => {
  assert.throws(() => newServer().initialize({}), withCode(INVALID_PARAMS));
});

test('initialize: comes first', () => {
  const server = newServer();
  server.checkReady('initialize');
  server.checkReady('ping');
  const tooEarly = () => server.checkReady('tools/list');
  assert.throws(tooEarly, withCode(INVALID_REQUEST));
  server.initialize({ protocolVersion: '2025-11-25' });
  server.checkReady('tools/list');
});

test('listTools: says what a model needs, and nothing else', () => {
  const { tools } = newServer().listTools();
  const shout = { name: 'shout', description: 'Shouts.', inputSchema };
  assert.deepEqual(tools[0], shout);
  assert.equal(tools.length, 4);
});

test('callTool: returns a text', async () => {
  for (const [params, words] of [
    [{ name: 'shout', arguments: { word: 'hey' } }, 'HEY'],
    [{ name: 'letters', arguments: { word: 'ab' } }, '["a","b"]'],
    [{ name: 'rest' }, ''],
  ]) {
    const { content, isError = false } = await newServer().callTool(params);
    assert.deepEqual([content, isError], [text(words).content, false]);
  }
});

test('callTool: tells the model what it can mend', async () => {
  const wrong = { name: 'shout', arguments: { word: 7 } };
  const { content, isError } = await newServer().callTool(wrong);
  assert.equal(isError, true);
  assert.match(content[0].text, /word/);
  const failed = await newServer().callTool({ name: 'fail' });
  assert.deepEqual(failed, { ...text('no luck'), isError: true });
});

test('callTool: refuses what only a program can mend', async () => {
  for (const params of [
    { name: 'dance' },
    {},
    { name: 'shout', arguments: ['hey'] },
  ]) {
    const called = newServer().callTool(params);
    const isRight = withCode(INVALID_PARAMS);
    await assert.rejects(called, isRight, JSON.stringify(params));
  }
});
