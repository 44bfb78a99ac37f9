import { SmileError } from '../contract/errors.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What goes into a header as it is: blanks and ASCII that can be seen (RFC 9110, section 5.5). */
const HEADER_TEXT = /^[\x20-\x7e]*$/;
const BLANK_OR_CONTROL = /[\s\p{Cc}]/u;

/**
 * The first of these variables that is set, without the white space around it: a key is often read from a file with
 * its line end. Throws `config_invalid` without its value: an HTTP client would repeat it in what it says of an error.
 */
export function secretIn(env: Environment, ...names: readonly string[]): string | undefined {
  const name = names.find((one) => valueIn(env, one) !== '');
  if (name === undefined) return undefined;
  const secret = valueIn(env, name);
  if (HEADER_TEXT.test(secret)) return secret;
  throw mistake(name, 'has a line end or another character in it that no key has. Set it to the key alone');
}

/** The address of a server, if there is one. Throws `config_invalid` without its value, as it may have a secret in it. */
export function addressIn(env: Environment, name: string): string | undefined {
  const address = valueIn(env, name);
  if (address === '') return undefined;
  const url = URL.canParse(address) && !BLANK_OR_CONTROL.test(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw mistake(name, 'is no address that begins with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw mistake(name, 'has a user name or a password in it. Take them out: servers are asked with the key alone');
  }
  if (/[?#]/.test(address)) throw mistake(name, 'has a ? or a # in it, and the paths of requests are put behind it');
  return address;
}

function valueIn(env: Environment, name: string): string {
  return env[name]?.trim() ?? '';
}

function mistake(variable: string, what: string): SmileError {
  return new SmileError('config_invalid', `The environment variable ${variable} ${what}.`, { variable });
}
