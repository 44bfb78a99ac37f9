// JSON-RPC 2.0: what is answered to a message.

/** Codes of errors, as JSON-RPC defines them. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** Thrown by a method that wants the other side to know what is wrong. */
export class RpcError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

// --- 1. and 2. From a message to its answer ----------------------------------

/**
 * Resolves to the response to a message, or to undefined if there is none.
 *
 *   request        {"jsonrpc": "2.0", "id": 7, "method": "ping", "params": {}}
 *   notification   {"jsonrpc": "2.0", "method": "notifications/initialized"}
 *                  has no id
 *   response       {"jsonrpc": "2.0", "id": 7, "result": {}}, or with an error
 *                  has no method
 *
 * methods   a Map from names to functions of one argument: the params, or {} if
 *           there are none. They return the result, or a promise of it
 *
 * A request gets a response with its id, and either a result or an error. A
 * method that returns undefined has the result {}.
 *
 *     {"jsonrpc": "2.0", "id": 7, "result": {}}
 *
 *     {
 *       "jsonrpc": "2.0",
 *       "id": 7,
 *       "error": {"code": -32601, "message": "there is no method pong"}
 *     }
 *
 * A notification is done, and never answered, whatever happens: not even
 * if it fails, or if there is no such method. A response is ignored: this
 * side asks nothing.
 *
 * The errors, whose message is a sentence:
 *
 *   INVALID_REQUEST     it is none of the three: no object, or a list;
 *                       jsonrpc is not "2.0"; it has neither a method nor a
 *                       result nor an error; method is no text; id is there
 *                       and neither a text nor a number (null is neither);
 *                       params are there and no object, or a list. The
 *                       response has the id of the message if that is a text
 *                       or a number, otherwise null
 *   METHOD_NOT_FOUND    there is no such method. The message names it
 *   an RpcError         that the method has thrown: with its code
 *                       and its message
 *   INTERNAL_ERROR      the method has thrown something else. What it was is
 *                       nobody's business but ours: it goes to console.error,
 *                       and the message says no word of it
 */
export async function answer(message, methods) {
  const problem = problemOf(message);
  if (problem) {
    const id = isId(message?.id) ? message.id : null;
    return failure(id, INVALID_REQUEST, problem);
  }
  if (message.method === undefined) return undefined;
  const response = await respond(message, methods);
  return message.id ? response : undefined;
}

/**
 * Why something is neither a request nor a notification nor a
 * response, or undefined.
 */
function problemOf(message) {
  if (!isObject(message)) return 'a message is an object';
  const { jsonrpc, id, method, params, result, error } = message;
  if (jsonrpc !== '2.0') return 'jsonrpc has to be "2.0"';
  if (method === undefined && result === undefined && error === undefined) {
    return 'there is no method';
  }
  if (method !== undefined && typeof method !== 'string') {
    return 'method has to be a text';
  }
  if (id !== undefined && !isId(id)) return 'id has to be a text or a number';
  if (params !== undefined && !isObject(params)) {
    return 'params have to be an object';
  }
  return undefined;
}

async function respond({ id, method, params = {} }, methods) {
  const run = methods.get(method);
  if (!run) {
    return failure(id, METHOD_NOT_FOUND, `there is no method ${method}`);
  }
  try {
    return { jsonrpc: '2.0', id, result: (await run(params)) ?? {} };
  } catch (problem) {
    if (problem instanceof RpcError) {
      return failure(id, problem.code, problem.message);
    }
    console.error(problem);
    const sentence = 'something went wrong inside of the server';
    return failure(id, INTERNAL_ERROR, sentence);
  }
}

function failure(id, code, message) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value) {
  return typeof value === 'string' || typeof value === 'number';
}
