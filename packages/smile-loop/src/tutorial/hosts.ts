const WEB = /\b(?:https?|wss?|ssh|git|git\+ssh|git\+https):\/\/[^\s<>"'`|\\^{}]+/gi;
/** `git@host:path`, as git writes ssh addresses. */
const SCP = /(?<![\w.+/:-])git@([a-z0-9.-]+):(?!\/\/)[^\s]/gi;

/** What ends a sentence, or emphasis, after an address: no part of it. */
const AFTER = '.,;:!?)*_';
/** Ample for a name of 255 octets (RFC 1035), percent-encoded, and a port: to make ASCII of longer ones takes seconds. */
const MAX_HOST_CHARS = 1024;

/** Hosts that a text's addresses name: lower case, each once, sorted, with a port only where one is named. */
export function namedHosts(text: string): string[] {
  const web = [...text.matchAll(WEB)].map(([address]) => hostOf(address));
  const scp = [...text.matchAll(SCP)].map(([, host]) => hostOf(`ssh://${host}`));
  return [...new Set([...web, ...scp])].filter((host) => host !== undefined).sort();
}

/** As a client would read it: what is before the last `@` is a name and password, whatever it looks like. */
function hostOf(address: string): string | undefined {
  const named = authorityOf(address);
  const place = named.slice(named.lastIndexOf('@') + 1);
  const host = place.length > MAX_HOST_CHARS ? '' : nameOf(place);
  const port = /:(\d+)$/.exec(place)?.[1];
  if (host === '') return undefined;
  return port === undefined ? host : `${host}:${Number(port)}`;
}

/** Between the `//` and the path, without the end of a link that it may be in: `[text](address)`. */
function authorityOf(address: string): string {
  let end = address.length;
  while (AFTER.includes(address.charAt(end - 1))) end -= 1;
  const named = /^[a-z+]+:\/\/([^/?#]*)/i.exec(address.slice(0, end))?.[1] ?? '';
  // After the last `]`: what is between brackets is an address of IPv6.
  const closed = named.indexOf(')', named.lastIndexOf(']') + 1);
  return closed < 0 ? named : named.slice(0, closed);
}

/** Empty for none. Only http is read as browsers read it; the others have no default port that could be confused. */
function nameOf(place: string): string {
  try {
    return new URL(`http://${place}`).hostname.replace(/\.$/, '');
  } catch {
    // `URL.canParse` does not tell: of Node 20, it refuses an `ü` once it has been called some thousand times.
    return '';
  }
}
