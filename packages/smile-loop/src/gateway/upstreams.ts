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

type Environment = Readonly<Record<string, string | undefined>>;

/** Bearer tokens of a subscription are taken with this only. */
const OAUTH_BETA = 'oauth-2025-04-20';

/** As the author's own CLIs would find them. */
export function upstreamsOf(env: Environment): Upstreams {
  return {
    anthropic: {
      baseUrl: env.ANTHROPIC_BASE_URL || 'https://api.anthropic.com',
      isVendor: !env.ANTHROPIC_BASE_URL,
      hint: 'set ANTHROPIC_API_KEY, ANTHROPIC_AUTH_TOKEN or CLAUDE_CODE_OAUTH_TOKEN',
      ...anthropicCredentials(env),
    },
    openai: {
      baseUrl: env.OPENAI_BASE_URL || 'https://api.openai.com/v1',
      isVendor: !env.OPENAI_BASE_URL,
      hint: 'set OPENAI_API_KEY',
      ...credentials('authorization', env.OPENAI_API_KEY, 'Bearer '),
    },
    google: {
      baseUrl: env.GOOGLE_GEMINI_BASE_URL || 'https://generativelanguage.googleapis.com',
      isVendor: !env.GOOGLE_GEMINI_BASE_URL,
      hint: 'set GEMINI_API_KEY or GOOGLE_API_KEY',
      ...credentials('x-goog-api-key', env.GEMINI_API_KEY || env.GOOGLE_API_KEY),
    },
  };
}

function anthropicCredentials(env: Environment): Pick<Upstream, 'headers' | 'secrets' | 'beta'> {
  if (env.ANTHROPIC_AUTH_TOKEN) return credentials('authorization', env.ANTHROPIC_AUTH_TOKEN, 'Bearer ');
  if (env.ANTHROPIC_API_KEY) return credentials('x-api-key', env.ANTHROPIC_API_KEY);
  const oauth = credentials('authorization', env.CLAUDE_CODE_OAUTH_TOKEN, 'Bearer ');
  return oauth.secrets.length > 0 ? { ...oauth, beta: OAUTH_BETA } : oauth;
}

function credentials(header: string, secret: string | undefined, before = ''): Pick<Upstream, 'headers' | 'secrets'> {
  if (!secret) return { headers: {}, secrets: [] };
  return { headers: { [header]: `${before}${secret}` }, secrets: [secret] };
}
