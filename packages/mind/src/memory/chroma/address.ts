/** Where ChromaDB is, as somebody has written it down. */
export interface ChromaAddress {
  /** For people and logs: without what somebody signs in with. */
  readonly shown: string;
  /** What the client takes; undefined where this is no address, and then why, in words. */
  readonly client: ClientAddress | undefined;
  readonly problem?: string;
}

interface ClientAddress {
  readonly host: string;
  readonly port: number;
  readonly ssl: boolean;
  readonly headers: Record<string, string>;
}

const UNREADABLE = 'the address given';
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

export function chromaAddress(text: string): ChromaAddress {
  // What cannot be read may still have a password in it.
  if (!URL.canParse(text.trim())) return { shown: UNREADABLE, client: undefined, problem: 'It is no address' };
  const url = new URL(text.trim());
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined || url.hostname === '')
    return { shown: UNREADABLE, client: undefined, problem: 'It does not begin with http:// or https://' };
  const shown = `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`;
  // The client builds the whole path itself.
  if (url.pathname !== '/') return { shown, client: undefined, problem: 'ChromaDB is not reached below a path' };
  const port = url.port === '' ? defaultPort : Number(url.port);
  return { shown, client: { host: url.hostname, port, ssl: url.protocol === 'https:', headers: signInOf(url) } };
}

function signInOf({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** As somebody meant it, also where they have not escaped a `%`. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
