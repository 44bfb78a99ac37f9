// Your own tests of mcp.mjs: node --test mcp.test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { McpServer } from './mcp.mjs';
import { INVALID_PARAMS, INVALID_REQUEST, RpcError } from './rpc.mjs';

const inputSchema = { type: 'object', properties: { word: { type: 'string' } }, required: ['word'] };
const TOOLS = [
  { name: 'shout', description: 'Shouts.', inputSchema, run: ({ word }) => word.toUpperCase() },
  { name: 'letters', description: 'Takes it apart.', inputSchema, run: async ({ word }) => [...word] },
  { name: 'rest', description: 'Does nothing.', inputSchema: { type: 'object' }, run: () => {} },
  { name: 'fail', description: 'Fails.', inputSchema: { type: 'object' }, run: () => { throw new Error('no luck'); } },
];
const INFO = { name: 'test', version: '1.0.0' };

const newServer = () => new McpServer(INFO, TOOLS);
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const withCode = (code) => (problem) => problem instanceof RpcError && problem.code === code;

test('initialize: agrees on a version', () => {
  const { protocolVersion, capabilities, serverInfo } = newServer().initialize({ protocolVersion: '2025-06-18' });
  assert.equal(protocolVersion, '2025-06-18');
  assert.deepEqual(capabilities, { tools: {} });
  assert.deepEqual(serverInfo, INFO);
});

test('initialize: offers its newest version instead of one it does not speak', () => {
  assert.equal(newServer().initialize({ protocolVersion: '2031-01-01' }).protocolVersion, '2025-11-25');
});

test('initialize: wants a version', () => {
  assert.throws(() => newServer().initialize({}), withCode(INVALID_PARAMS));
});

test('initialize: comes first', () => {
  const server = newServer();
  server.checkReady('initialize');
  server.checkReady('ping');
  assert.throws(() => server.checkReady('tools/list'), withCode(INVALID_REQUEST));
  server.initialize({ protocolVersion: '2025-11-25' });
  server.checkReady('tools/list');
});

test('listTools: says what a model needs, and nothing else', () => {
  const { tools } = newServer().listTools();
  assert.deepEqual(tools[0], { name: 'shout', description: 'Shouts.', inputSchema });
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
  const { content, isError } = await newServer().callTool({ name: 'shout', arguments: { word: 7 } });
  assert.equal(isError, true);
  assert.match(content[0].text, /word/);
  assert.deepEqual(await newServer().callTool({ name: 'fail' }), { ...text('no luck'), isError: true });
});

test('callTool: refuses what only a program can mend', async () => {
  for (const params of [{ name: 'dance' }, {}, { name: 'shout', arguments: ['hey'] }]) {
    await assert.rejects(newServer().callTool(params), withCode(INVALID_PARAMS), JSON.stringify(params));
  }
});
