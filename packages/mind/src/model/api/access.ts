import type { ProjectId } from '@agent-factory/protocol/coach';
import type { MindHost } from '../../host.js';
import { unavailable } from '../errors.js';

/** How one student reaches the Messages API. */
export interface ApiAccess {
  readonly kind: 'key' | 'token';
  readonly secret: string;
  readonly baseUrl: string;
}

const VENDOR_URL = 'https://api.anthropic.com';
/** What a header can hold. Anything else would be repeated, whole, in the error of whoever is given it. */
const SECRET = /^[\x21-\x7e]+$/;

/**
 * The key of the project, else that of the daemon, else its token for a gateway; undefined without any. Throws
 * `model_unavailable` for a key or an address that is none.
 */
export function accessOf(host: MindHost, projectId: ProjectId | null): ApiAccess | undefined {
  const { environment } = host;
  const own = projectId === null ? undefined : host.keyOf(projectId);
  const key = filled(own) ?? filled(environment.ANTHROPIC_API_KEY);
  const secret = key ?? filled(environment.ANTHROPIC_AUTH_TOKEN);
  if (secret === undefined) return undefined;
  if (!SECRET.test(secret))
    throw unavailable(
      'auth',
      'The key of the Claude API has characters that no key has. Copy it again, without spaces or line ends in it.',
    );
  return { kind: key === undefined ? 'token' : 'key', secret, baseUrl: baseUrlOf(environment.ANTHROPIC_BASE_URL) };
}

function filled(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function baseUrlOf(text: string | undefined): string {
  const address = filled(text) ?? VENDOR_URL;
  if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return address;
  throw unavailable(
    'network',
    'ANTHROPIC_BASE_URL is not an address that begins with http:// or https://. Correct it, or unset it, and start the practice server again.',
  );
}
