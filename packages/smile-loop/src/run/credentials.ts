import type { Config } from '../config/schema.js';
import type { Provider } from '../contract/agents.js';
import { SmileError } from '../contract/errors.js';
import { upstreamsOf } from '../gateway/upstreams.js';
import type { VendorName } from '../gateway/vendors/vendor.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Which vendor each CLI's models are asked of. */
const VENDORS: Readonly<Record<Provider, VendorName>> = { claude: 'anthropic', codex: 'openai', gemini: 'google' };

/**
 * Better told before anything is made. Who asks elsewhere than at the vendor may need none.
 * @throws SmileError `not_signed_in`
 */
export function requireCredentials({ student, mentor }: Config, env: Environment): void {
  const upstreams = upstreamsOf(env);
  for (const provider of new Set([student.provider, mentor.provider])) {
    const { secrets, hint, isVendor } = upstreams[VENDORS[provider]];
    if (secrets.length > 0 || !isVendor) continue;
    const message = `There are no credentials for the models of ${provider}: ${hint}. They stay on this machine; the containers never see them.`;
    throw new SmileError('not_signed_in', message, { provider });
  }
}
