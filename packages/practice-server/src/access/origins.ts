const LOCAL_SITE_PORT = 3000;

/**
 * The exact origins that may drive the daemon: its own, the content's, those allowed by flag, and the
 * local lesson site if the content is local too: with content from the web, something else may run
 * on port 3000. Anything else in an Origin header is refused.
 */
export function allowedOrigins(options: {
  port: number;
  content: string;
  extra: readonly string[];
}): ReadonlySet<string> {
  const local = isLocal(options.content)
    ? [`http://localhost:${LOCAL_SITE_PORT}`, `http://127.0.0.1:${LOCAL_SITE_PORT}`]
    : [];
  const content = originOf(options.content);
  return new Set([
    ...ownOrigins(options.port),
    ...local,
    ...(content === undefined ? [] : [content]),
    ...options.extra.map(normalOrigin),
  ]);
}

/** Those of our own pages. Browsers leave the usual port of the web out. */
export function ownOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => new URL(`http://${name}:${port}`).origin);
}

/** The origin of an http(s) address, or undefined for anything else (a folder, say). */
export function originOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return undefined;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

/** The address without any user name and password in it: those are never shown or written. */
export function withoutCredentials(address: string): string {
  return address.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1');
}

/** A folder, or an address whose host is a loopback name. */
function isLocal(content: string): boolean {
  const origin = originOf(content);
  return origin === undefined || /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);
}

function normalOrigin(origin: string): string {
  return originOf(origin) ?? origin;
}
