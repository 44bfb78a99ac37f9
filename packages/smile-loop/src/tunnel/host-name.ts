import { lookup } from 'node:dns/promises';
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Makes sure that a name leads to where the tunnel listens: this container's own loopback.
 * @throws Error whose message begins with "container_network:", which the other end knows.
 */
export async function requireLoopback(name: string): Promise<void> {
  let addresses: string[];
  try {
    addresses = (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    throw new Error(`container_network: ${name} is not known in this container: ${(error as Error).message}`);
  }
  if (!addresses.every(isLoopback)) {
    throw new Error(`container_network: ${name} is ${addresses.join(', ')}, and not this container itself.`);
  }
}

function isLoopback(address: string): boolean {
  return isIPv4(address) ? address.startsWith('127.') : isIPv6(address) && address === '::1';
}
