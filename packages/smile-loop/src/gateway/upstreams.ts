import { addressIn, type Environment, secretIn } from './settings.js';
import type { VendorName } from './vendors/vendor.js';

/** Where a vendor is asked, and as whom. */
export interface Upstream {
  readonly baseUrl: string;
  /** The author's credentials; empty, if there are none. */
  readonly headers: Readonly<Record<string, string>>;
  /** A feature that has to be asked for with these credentials. */
  readonly beta?: string;
  /** What must not be seen by an agent or kept in a file. */
  readonly secrets: readonly string[];
  /** What to do, when there are no credentials. */
  readonly hint: string;
  /** Whether it is the vendor itself: another server may ask for no credentials. */
  readonly isVendor: boolean;
}

export type Upstreams = Readonly<Record<VendorName, Upstream>>;

/** Bearer tokens of a subscription are taken with this only. */
const OAUTH_BETA = 'oauth-2025-04-20';

/**
 * As the author's own CLIs would find them. Each is read when it is asked for, so that a mistake in one that is not
 * used stops nobody: reading it throws `config_invalid` for a value that cannot be sent.
 */
export function upstreamsOf(env: Environment): Upstreams {
  return {
    get anthropic() {
      return {
        ...placeOf(env, 'ANTHROPIC_BASE_URL', 'https://api.anthropic.com'),
        hint: 'set ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN or CLAUDE_CODE_OAUTH_TOKEN',
        ...anthropicCredentials(env),
      };
    },
    get openai() {
      return {
        ...placeOf(env, 'OPENAI_BASE_URL', 'https://api.openai.com/v1'),
        hint: 'set OPENAI_API_KEY',
        ...credentials('authorization', secretIn(env, 'OPENAI_API_KEY'), 'Bearer '),
      };
    },
    get google() {
      return {
        ...placeOf(env, 'GOOGLE_GEMINI_BASE_URL', 'https://generativelanguage.googleapis.com'),
        hint: 'set GEMINI_API_KEY or GOOGLE_API_KEY',
        ...credentials('x-goog-api-key', secretIn(env, 'GEMINI_API_KEY', 'GOOGLE_API_KEY')),
      };
    },
  };
}

/** A text without the credentials, and without the address of a server that is the author's own. */
export function redacted(text: string, { secrets, baseUrl, isVendor }: Upstream): string {
  const address = isVendor ? [] : partsOf(baseUrl);
  return [...secrets, ...address].reduce((told, part) => told.replaceAll(part, '***'), text);
}

/** From the whole to its parts, as an error may tell of each. */
function partsOf(address: string): readonly string[] {
  const { host, hostname, pathname } = new URL(address);
  return [address, host, hostname, pathname].map((part) => part.replace(/\/+$/, '')).filter((part) => part !== '');
}

function placeOf(env: Environment, name: string, vendor: string): Pick<Upstream, 'baseUrl' | 'isVendor'> {
  const own = addressIn(env, name);
  return { baseUrl: own ?? vendor, isVendor: own === undefined };
}

function anthropicCredentials(env: Environment): Pick<Upstream, 'headers' | 'secrets' | 'beta'> {
  const token = secretIn(env, 'ANTHROPIC_AUTH_TOKEN');
  if (token !== undefined) return credentials('authorization', token, 'Bearer ');
  const key = secretIn(env, 'ANTHROPIC_API_KEY');
  if (key !== undefined) return credentials('x-api-key', key);
  const oauth = credentials('authorization', secretIn(env, 'CLAUDE_CODE_OAUTH_TOKEN'), 'Bearer ');
  return oauth.secrets.length > 0 ? { ...oauth, beta: OAUTH_BETA } : oauth;
}

function credentials(header: string, secret: string | undefined, before = ''): Pick<Upstream, 'headers' | 'secrets'> {
  if (!secret) return { headers: {}, secrets: [] };
  return { headers: { [header]: `${before}${secret}` }, secrets: [secret] };
}
