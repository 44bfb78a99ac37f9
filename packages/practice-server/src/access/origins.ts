const LOCAL_SITE_PORT = 3000;

/**
 * The exact origins that may drive the daemon: its own, the local lesson site, the content's, and
 * those allowed by flag. Anything else in an Origin header is refused.
 */
export function allowedOrigins(options: {
  port: number;
  content: string;
  extra: readonly string[];
}): ReadonlySet<string> {
  const own = ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}:${options.port}`);
  const local = [`http://localhost:${LOCAL_SITE_PORT}`, `http://127.0.0.1:${LOCAL_SITE_PORT}`];
  const content = originOf(options.content);
  return new Set([...own, ...local, ...(content === undefined ? [] : [content]), ...options.extra.map(normalOrigin)]);
}

/** The origin of an http(s) address, or undefined for anything else (a folder, say). */
export function originOf(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address)) return undefined;
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function normalOrigin(origin: string): string {
  return originOf(origin) ?? origin;
}
