/** Shorter values are words that appear for other reasons. */
const LEAST_LENGTH = 8;

/** Names whose values are secrets, with any words around these: rather one value too many than one too few. */
const SECRET_NAME = /KEY(?!BOARD|MAP)|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|(?:^|_)(?:PASS|AUTH|PAT)(?:_|$)/i;
/** Names like them of which the value is where something is, or how many there are. */
const HARMLESS_NAME = /_(?:SOCK|FILE|PATH|DIR)$|TOKENS$/i;
const HARMLESS_VALUE = /^(?:\/.*|\d*)$/;

/** The user information of an address, as of a proxy or a database. */
const PASSWORD_IN_ADDRESS = /:\/\/[^\s:/@]*:([^\s/@]+)@/g;

/** The secret values of environments: those whose names say so, and passwords in addresses. The longest first. */
export function secretsOf(...environments: readonly Readonly<Record<string, string | undefined>>[]): string[] {
  const found = environments.flatMap((environment) => Object.entries(environment)).flatMap(secretsIn);
  const values = found.map((value) => value.trim()).filter((value) => value.length >= LEAST_LENGTH);
  return [...new Set(values)].sort((a, b) => b.length - a.length);
}

function secretsIn([name, value]: [string, string | undefined]): string[] {
  if (value === undefined) return [];
  const isHarmless = HARMLESS_NAME.test(name) && HARMLESS_VALUE.test(value);
  if (SECRET_NAME.test(name) && !isHarmless) return [value];
  return [...value.matchAll(PASSWORD_IN_ADDRESS)].map(([, password = '']) => password);
}

/** An environment from lines of `NAME=value`; a line without a name belongs to the value before it. */
export function parseEnvironment(lines: readonly string[]): Record<string, string> {
  const environment: Record<string, string> = {};
  let last: string | undefined;
  for (const line of lines) {
    const [, name, value = ''] = /^([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) environment[name] = value;
    else if (last !== undefined) environment[last] += `\n${line}`;
    last = name ?? last;
  }
  return environment;
}
