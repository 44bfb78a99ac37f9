/** Why an answer failed, in words of this program. */
export class AnswerFailed extends Error {
  override readonly name = 'AnswerFailed';
}

/** As Node, OpenSSL and the HTTP client write theirs: `ECONNREFUSED`, `UND_ERR_SOCKET`, `CERT_HAS_EXPIRED`. */
const CODE = /^[A-Z][A-Z0-9_]+$/;

/**
 * What an agent, a ledger and a report may be told of an error. Never its message: a client repeats headers and
 * addresses in it, and a parser what it was given.
 */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const own = [error, cause].find((one) => one instanceof AnswerFailed);
  if (own) return own.message;
  if (error instanceof SyntaxError) return 'it is no JSON';
  return codeOf(cause) ?? codeOf(error) ?? 'the connection failed';
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' && CODE.test(error.code) ? error.code : undefined;
}
