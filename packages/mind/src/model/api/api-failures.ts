import { PracticeError } from '@agent-factory/protocol';
import { unavailable, unusable } from '../errors.js';
import { masked } from '../masked.js';
import type { Failure } from '../question.js';
import type { ApiAccess } from './access.js';
import { AnswerTooLongError } from './bounded-fetch.js';
import { AnswerTooLateError } from './deadline.js';

/** Characters of the vendor's words that an error repeats. */
const MAX_QUOTED = 300;
/** System codes of connections that never came about: nothing was sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO/;

/** What the SDK's errors have in common; its classes are loaded with it, and only then. */
interface SdkError {
  readonly status?: unknown;
  readonly apiMessage?: unknown;
}

const KEY_HINT = {
  key: 'Check ANTHROPIC_API_KEY, in the project’s .env or where the practice server is started.',
  token: 'Check ANTHROPIC_AUTH_TOKEN, and start the practice server again.',
} as const;

/** What a failed request means for the student, and what to do. The key is in none of it. */
export function apiFailure(error: unknown, access: ApiAccess): Failure {
  if (error instanceof PracticeError) return { error, mayHaveCost: error.code === 'model_answer_unusable' };
  const chain = causesOf(error);
  if (chain.some((one) => one instanceof AnswerTooLongError))
    return { error: unusable(['It is longer than any answer can be']), mayHaveCost: true };
  if (error instanceof AnswerTooLateError) return tooLate(access);
  const { status, apiMessage } = error as SdkError;
  if (typeof status === 'number') {
    const words = typeof apiMessage === 'string' ? masked(apiMessage, access.secret).slice(0, MAX_QUOTED) : '';
    return { error: answered(status, words, access), mayHaveCost: false };
  }
  if (chain.some((one) => one instanceof SyntaxError))
    return { error: unusable(['It is not JSON']), mayHaveCost: true };
  return connectionFailure(chain, access);
}

function answered(status: number, words: string, { kind, baseUrl }: ApiAccess): PracticeError {
  const said = words === '' ? '' : ` It says: ${words}`;
  if (status === 401 || status === 403)
    return unavailable('auth', `The Claude API does not accept the key. ${KEY_HINT[kind]}`);
  if (status === 429)
    return unavailable('rate_limited', 'The Claude API is asked too often with this key. Wait a minute and try again.');
  if (status === 408 || status === 409 || status >= 500)
    return unavailable('overloaded', `The Claude API has trouble just now (${status}). Try again in a few minutes.`);
  if (status === 404)
    return unavailable(
      'vendor',
      `There is no such model, or no Messages API at ${hostOf(baseUrl)}. Name another model in ~/.af-practice/coach.json, or check ANTHROPIC_BASE_URL.${said}`,
    );
  return unavailable(
    'vendor',
    `The Claude API refuses the question (${status}). Check your account and the settings, then try again.${said}`,
  );
}

function tooLate({ baseUrl }: ApiAccess): Failure {
  const message = `The Claude API at ${hostOf(baseUrl)} has not answered in time. Check the connection to the network and try again.`;
  return { error: unavailable('network', message), mayHaveCost: true };
}

function connectionFailure(chain: readonly unknown[], { baseUrl }: ApiAccess): Failure {
  const codes = chain.map((one) => String((one as NodeJS.ErrnoException).code ?? ''));
  const isCertificate = codes.some((code) => CERTIFICATE.test(code));
  const hint = isCertificate
    ? 'Its certificate is not trusted; behind a proxy, set NODE_EXTRA_CA_CERTS.'
    : 'Check the connection to the network and try again.';
  return {
    error: unavailable('network', `The Claude API at ${hostOf(baseUrl)} cannot be reached. ${hint}`),
    mayHaveCost: !isCertificate && !codes.some((code) => NOT_SENT.has(code)),
  };
}

/** An error and what has caused it, and so on. */
function causesOf(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let one = error; one instanceof Error && chain.length < 10; one = one.cause) {
    chain.push(one);
    if (one instanceof AggregateError) chain.push(...one.errors);
  }
  return chain;
}

function hostOf(baseUrl: string): string {
  return new URL(baseUrl).host;
}
