// Checks of mcp.mjs: the beginning, and the list of tools.
import { during } from './check_case.mjs';
import { expect, expectEqual, place, pretty, required, show } from './check_expect.mjs';
import { atOnce, hold } from './check_remote.mjs';
import { INFO, lighthouse } from './check_tools.mjs';

const FILE = 'mcp.mjs';

export function serverOf(module) {
  const McpServer = required(module, 'McpServer', FILE);
  const { tools, done } = lighthouse();
  const theirs = hold(module, tools);
  return { server: new McpServer(INFO, theirs), tools, theirs, done };
}

/** The run has to throw an RpcError with this code, and with these words in its message. */
export async function expectRpcError(run, { what, code, words = '', hint, method }) {
  let thrown;
  try {
    thrown = { returned: await run() };
  } catch (problem) {
    if (/^TODO\b/.test(problem?.message)) throw problem;
    thrown = problem;
  }
  const where = place(FILE, method);
  const isRight = thrown instanceof Error && thrown.code === code && thrown.message.includes(words);
  const expected = `an RpcError with the code ${code}${words && ` and ${words} in its message`}`;
  const found = 'returned' in Object(thrown) ? `it returned ${show(thrown.returned)}` : inWords(thrown);
  expect(isRight, `${what}: ${method} should throw ${expected}, but ${found} (${where}).`, hint, {
    expected,
    found,
    where,
  });
}

const inWords = (thrown) => `it threw ${thrown?.name}: ${thrown?.message} (code ${show(thrown?.code)})`;

export async function agreesOnAVersion(module) {
  await answersInitialize(module);
  await wantsAVersion(module);
  await guardsWhatComesLater(module);
}

async function answersInitialize(module) {
  const choose = 'A version that both speak is kept. Which one do you offer if there is none?';
  for (const [wanted, agreed] of [
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2025-11-25'],
    ['2025-08-01', '2025-11-25'],
    ['2099-12-31', '2025-11-25'],
    ['', '2025-11-25'],
  ]) {
    const { server } = serverOf(module);
    const params = { protocolVersion: wanted, capabilities: { roots: {} }, clientInfo: { name: 'x', version: '1' } };
    const what = `initialize, for a client that would like ${show(wanted)}`;
    const found = await during(what, choose, () => atOnce(server.initialize(params)));
    const { protocolVersion, capabilities, serverInfo } = found ?? {};
    const expected = { protocolVersion: agreed, capabilities: { tools: {} }, serverInfo: INFO };
    expectEqual(
      { protocolVersion, capabilities, serverInfo },
      expected,
      `What ${what}, returns`,
      choose,
      place(FILE, 'initialize'),
    );
  }
}

async function wantsAVersion(module) {
  const hint = 'What is there to agree on without a version? And has the conversation begun then?';
  for (const params of [{}, { protocolVersion: 2025 }, { protocolVersion: null }]) {
    const { server } = serverOf(module);
    const what = `With ${show(params)}`;
    await expectRpcError(() => server.initialize(params), { what, code: -32602, hint, method: 'initialize' });
    const after = `${what}, after initialize has failed`;
    await expectRpcError(() => server.checkReady('tools/list'), {
      what: after,
      code: -32600,
      hint,
      method: 'checkReady',
    });
  }
}

async function guardsWhatComesLater(module) {
  const hint = 'Which two methods may be called before initialize? What has to be remembered, and by whom?';
  const { server } = serverOf(module);
  const other = serverOf(module).server;
  for (const method of ['tools/list', 'tools/call', 'notifications/initialized']) {
    const what = `${method} before initialize`;
    await expectRpcError(() => server.checkReady(method), { what, code: -32600, hint, method: 'checkReady' });
  }
  for (const method of ['ping', 'initialize']) {
    await during(`checkReady('${method}') before initialize`, hint, () => server.checkReady(method));
  }
  await during('initialize', hint, () => server.initialize({ protocolVersion: '2025-06-18' }));
  for (const method of ['tools/list', 'tools/call', 'ping', 'notifications/initialized']) {
    await during(`checkReady('${method}') after initialize`, hint, () => server.checkReady(method));
  }
  const what = 'tools/list of a second server, on which initialize was not called';
  await expectRpcError(() => other.checkReady('tools/list'), { what, code: -32600, hint, method: 'checkReady' });
}

export async function listsTools(module) {
  const where = place(FILE, 'listTools');
  const hint = 'A model needs three things to know of a tool. The rest of it, as its function, stays here.';
  const { server, tools, theirs, done } = serverOf(module);
  const found = await during('listTools', hint, () => atOnce(server.listTools()));
  const expected = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const message = `listTools() should return { tools: […] } with ${tools.length} tools, but it returns ${show(found)} (${where}).`;
  const isList = Array.isArray(found?.tools) && found.tools.length === tools.length;
  expect(isList, message, hint, { expected: `{ tools: [ … ${tools.length} of them ] }`, found: pretty(found), where });
  expected.forEach((tool, index) => {
    const [fields, wanted] = [found.tools[index], tool].map((one) => Object.keys(Object(one)).sort());
    expectEqual(fields, wanted, `The fields of ${tool.name} in what listTools() returns`, hint, where);
    expectEqual(found.tools[index], tool, `The tool ${tool.name} in what listTools() returns`, hint, where);
  });
  expectEqual(done, [], 'The tools that were run', 'To list a tool is not to call it.', where);
  expectEqual(
    typeof (await theirs[0].run),
    'function',
    'The kind of tool.run after listTools()',
    'The server needs it still: make new objects.',
    where,
  );
  const none = await during('listTools, without tools', hint, () => new module.McpServer(INFO, []).listTools());
  expectEqual(none, { tools: [] }, 'What listTools() of a server without tools returns', hint, where);
}
