const KATA = 'kata';

/** The kata that an address of the page names, by its id. */
export function kataIn(address: string): string | undefined {
  return new URL(address).searchParams.get(KATA) || undefined;
}

/** The same address with another kata, or none. */
export function addressWith(address: string, kataId: string | undefined): string {
  const url = new URL(address);
  if (kataIn(address) === kataId) return address;
  if (kataId === undefined) url.searchParams.delete(KATA);
  else url.searchParams.set(KATA, kataId);
  return url.href;
}
