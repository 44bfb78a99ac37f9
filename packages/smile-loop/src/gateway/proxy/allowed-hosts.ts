/** Ports of a host that is named without one. */
const USUAL_PORTS = [80, 443];

export interface HostRules {
  isAllowed(host: string, port: number): boolean;
  /** Whether this very host may be one of a private network or of this machine. */
  mayBePrivate(host: string, port: number): boolean;
}

interface Rule {
  readonly host: string;
  readonly port: number | undefined;
}

/**
 * Which hosts may be reached: those that a tutorial names, and those of the configuration, both as `host` or
 * `host:port`; `*.example.org` in `extra` stands for all below it. With `allowNetwork`, every host of the public
 * internet. A private address may be reached only as a host that `extra` names, letter by letter.
 */
export function allowedHosts(
  named: readonly string[],
  extra: readonly string[],
  { allowNetwork }: { readonly allowNetwork: boolean },
): HostRules {
  const ofConfig = extra.map(ruleOf).filter((rule) => rule !== undefined);
  const exact = [...named.map(ruleOf).filter((rule) => rule !== undefined), ...ofConfig];
  const below = ofConfig.filter(({ host }) => host.startsWith('*.'));
  return {
    isAllowed: (host, port) =>
      allowNetwork ||
      exact.some((rule) => rule.host === plainHost(host) && fits(rule, port)) ||
      below.some((rule) => plainHost(host).endsWith(rule.host.slice(1)) && fits(rule, port)),
    mayBePrivate: (host, port) => ofConfig.some((rule) => rule.host === plainHost(host) && fits(rule, port)),
  };
}

/** As URLs write it: lower case, international names in ASCII, numbers of any spelling as an address. */
function plainHost(host: string): string {
  const bare = host.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  const url = parsed(`http://${bare.includes(':') ? `[${bare}]` : bare}/`);
  return (url?.hostname ?? '').replace(/^\[(.*)\]$/, '$1');
}

/** Of `host:port`; undefined for what is none. */
export function hostAndPort(authority: string, usualPort?: number): { host: string; port: number } | undefined {
  const [, name = '', digits] = /^(\[[^\]]+\]|[^:\s/@]+)(?::(\d{1,5}))?$/.exec(authority) ?? [];
  const host = plainHost(name);
  const port = digits === undefined ? usualPort : Number(digits);
  if (host === '' || port === undefined || port < 1 || port > 65_535) return undefined;
  return { host, port };
}

function ruleOf(text: string): Rule | undefined {
  const below = text.startsWith('*.');
  const [, name = '', digits] = /^(\[[^\]]+\]|[^:\s/@]+)(?::(\d{1,5}))?$/.exec(below ? text.slice(2) : text) ?? [];
  const host = plainHost(name);
  if (host === '') return undefined;
  return { host: below ? `*.${host}` : host, port: digits === undefined ? undefined : Number(digits) };
}

function fits({ port }: Rule, asked: number): boolean {
  return port === undefined ? USUAL_PORTS.includes(asked) : port === asked;
}

function parsed(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
