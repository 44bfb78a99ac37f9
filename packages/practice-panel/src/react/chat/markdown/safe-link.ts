/** Stands for this site. A path can lead away from it: `//host`, and browsers take backslashes for slashes. */
const SITE = 'https://site.invalid';
const PROTOCOLS = ['http:', 'https:', 'mailto:'];

/**
 * The address of a link in an agent's words, if it may be followed: to the web, to a mailbox, or to a page of this
 * site by its path from the root. What else agents link, such as files by a relative path, leads nowhere here.
 */
export function safeLink(href: string): string | undefined {
  try {
    if (href.startsWith('/')) return new URL(href, SITE).origin === SITE ? href : undefined;
    return PROTOCOLS.includes(new URL(href).protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}
