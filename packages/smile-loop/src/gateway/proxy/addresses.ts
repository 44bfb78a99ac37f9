import { BlockList, isIP } from 'node:net';

/**
 * Networks of version 4 that are no part of the public internet: all of the IANA IPv4 Special-Purpose Address Registry
 * that is not globally reachable, multicast, and the one public address at which a cloud (Azure) answers each of its
 * machines with what it knows of it: https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Of version 6, only these are given to the public internet (IANA IPv6 Global Unicast Address Space). What holds an
 * address of version 4 is outside, as `::ffff:0:0/96` and `64:ff9b::/96`: it would have to be looked at by itself.
 */
const PUBLIC_V6 = ['2000::/3'];
/** Within those, what the IANA IPv6 Special-Purpose Address Registry sets apart. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const notPublicV4 = listOf(NOT_PUBLIC_V4, 'ipv4');
const publicV6 = listOf(PUBLIC_V6, 'ipv6');
const notPublicV6 = listOf(NOT_PUBLIC_V6, 'ipv6');

/** Whether an address is one of the public internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublicV4.check(address, 'ipv4');
  if (version !== 6 || address.includes('%')) return false;
  return publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
