/** Codes of JSON-RPC 2.0. */
export const RPC_CODES = {
  parse: -32700,
  /** The first that a server may use for what it likes; the SDK takes it for a request that cannot be served. */
  server: -32000,
} as const;

/** An error of the protocol that agents speak, where it is not known which message it answers. */
export function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
