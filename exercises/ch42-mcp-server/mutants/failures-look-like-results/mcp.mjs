// The Model Context Protocol: what a server of tools says.
import { INVALID_PARAMS, INVALID_REQUEST, RpcError } from './rpc.mjs';
import { problemsWith } from './schema.mjs';

/** The versions of the protocol that this server speaks, the newest first. */
export const VERSIONS = ['2025-11-25', '2025-06-18'];

/**
 * A server for one client.
 *
 * info    { name, version }: who it is
 * tools   a list of { name, description, inputSchema, run }: run is a function
 *         of the arguments, and returns a result or a promise of it
 */
export class McpServer {
  constructor(info, tools) {
    this.info = info;
    this.tools = tools;
    this.isInitialized = false;
  }

  /**
   * The methods, as answer() in rpc.mjs wants them. Finished: all of them go
   * through checkReady.
   */
  get methods() {
    const methods = {
      initialize: (params) => this.initialize(params),
      'notifications/initialized': () => {},
      ping: () => ({}),
      'tools/list': () => this.listTools(),
      'tools/call': (params) => this.callTool(params),
    };
    const guarded = Object.entries(methods).map(([name, run]) => [
      name,
      (params) => {
        this.checkReady(name);
        return run(params);
      },
    ]);
    return new Map(guarded);
  }

  // --- 4. The beginning ------------------------------------------------------

  /**
   * A client begins with this. Its params have the version it would like:
   * { protocolVersion: '2025-06-18', … }
   *
   * Returns an object with
   *   protocolVersion   the client's version if it is one of VERSIONS,
   *                     otherwise the newest of ours
   *   capabilities      { tools: {} }: what there is
   *   serverInfo        info
   *
   * Throws an RpcError with INVALID_PARAMS if protocolVersion is no text;
   * then it has not begun.
   */
  initialize(params) {
    const wanted = params.protocolVersion;
    if (typeof wanted !== 'string') {
      throw new RpcError(INVALID_PARAMS, 'protocolVersion has to be a text');
    }
    this.isInitialized = true;
    const protocolVersion = VERSIONS.includes(wanted) ? wanted : VERSIONS[0];
    const capabilities = { tools: {} };
    return { protocolVersion, capabilities, serverInfo: this.info };
  }

  /**
   * Before initialize has succeeded, only the methods "initialize" and "ping"
   * may be called. Throws an RpcError with INVALID_REQUEST if `method` is
   * another one and has come too early.
   */
  checkReady(method) {
    if (this.isInitialized) return;
    if (method === 'initialize' || method === 'ping') return;
    throw new RpcError(INVALID_REQUEST, `${method} has come before initialize`);
  }

  // --- 5. What there is ------------------------------------------------------

  /**
   * Returns { tools }: a list with name, description and inputSchema of each
   * tool, and nothing else of it.
   */
  listTools() {
    const tools = this.tools.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    return { tools };
  }

  // --- 6. Calling a tool -----------------------------------------------------

  /**
   * Calls a tool. params: { name: 'add_note', arguments: { title: 'Tea' } }.
   * Without arguments, they are {}. Resolves to what the MODEL is to read:
   *
   *     { content: [{ type: 'text', text: 'Note 1 is kept.' }] }
   *
   *     {
   *       content: [{ type: 'text', text: 'there is no note 9' }],
   *       isError: true
   *     }
   *
   * What the tool returns is the text. If it is no text, it is written as
   * JSON; undefined is ''.
   *
   * With isError, because a model can mend it: if there are problems with the
   * arguments, the text names all of them, and the tool is not run; if the tool
   * throws, the text is the message of the exception.
   *
   * Throws an RpcError with INVALID_PARAMS for what only a program can mend:
   * `name` is no text, there is no such tool (the message names it), or
   * `arguments` are no object, or a list.
   */
  async callTool(params) {
    const { name, arguments: values = {} } = params;
    if (typeof name !== 'string') {
      throw new RpcError(INVALID_PARAMS, 'name has to be a text');
    }
    const tool = this.tools.find((one) => one.name === name);
    if (!tool) throw new RpcError(INVALID_PARAMS, `there is no tool ${name}`);
    if (!isObject(values)) {
      throw new RpcError(INVALID_PARAMS, 'arguments have to be an object');
    }
    const problems = problemsWith(values, tool.inputSchema);
    if (problems.length > 0) {
      return { ...content(problems.join('; ')), isError: true };
    }
    try {
      return content(await tool.run(values));
    } catch (problem) {
      return content(problem.message);
    }
  }
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function content(value) {
  const text =
    typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return { content: [{ type: 'text', text }] };
}
