const WEB = /\b(?:https?|wss?|ssh|git|git\+ssh|git\+https):\/\/[^\s<>"'`|\\^{}]+/gi;
/** `git@host:path`, as git writes ssh addresses. */
const SCP = /(?<![\w.+/:-])git@([a-z0-9.-]+):(?!\/\/)[^\s]/gi;

/** Hosts that a text's addresses name: lower case, each once, sorted, with a port only where one is named. */
export function namedHosts(text: string): string[] {
  const web = [...text.matchAll(WEB)].map(([address]) => hostOf(address));
  const scp = [...text.matchAll(SCP)].map(([, host]) => hostOf(`ssh://${host}`));
  return [...new Set([...web, ...scp])].filter((host) => host !== undefined).sort();
}

/** As a client would read it: what is before the last `@` is a name and password, whatever it looks like. */
function hostOf(address: string): string | undefined {
  const trimmed = address.replace(/[.,;:!?)*_]+$/, '');
  // Only http is read as browsers read it; the others have no default port that could be confused.
  const named = /^[a-z+]+:\/\/([^/?#]*)/i.exec(trimmed)?.[1]?.replace(/\)[^\]]*$/, '');
  if (named === undefined || !URL.canParse(`http://${named}`)) return undefined;
  const { hostname } = new URL(`http://${named}`);
  const port = /:(\d+)$/.exec(named.slice(named.lastIndexOf('@') + 1))?.[1];
  const host = hostname.replace(/\.$/, '');
  if (host === '') return undefined;
  return port === undefined ? host : `${host}:${Number(port)}`;
}
