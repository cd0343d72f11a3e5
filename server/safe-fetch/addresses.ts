// The addresses that the store may call (provider rule 10): public ones only, so that a setting cannot reach the
// operator's own network. Checks each resolved address; the connection uses the checked address.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { Peer } from '../../contract/message-texts/en-connections.ts';
import { type StoreMessage, storeMessage } from '../../contract/store-messages.ts';
import type { Config } from '../config/config.ts';

export type ResolvedAddress = { address: string; family: number };
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** `who`: the other side, for messages. Loopback is for sandbox stores. */
export type AddressRule = { who: Peer; allowLoopback: boolean };

/** A sandbox store may call its own machine. */
export function addressRule({ mode }: Pick<Config, 'mode'>, who: Peer): AddressRule {
  return { who, allowLoopback: mode === 'sandbox' };
}

/** Thrown before anything is sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  readonly reason: StoreMessage;

  constructor(reason: StoreMessage) {
    super(reason.code);
    this.reason = reason;
  }
}

export const resolveByDns: Resolve = (hostname) => lookup(hostname, { all: true });

const closedNets4: readonly [string, number][] = [
  ['0.0.0.0', 8], // unspecified
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, with the clouds' metadata
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // reverse DNS sinks
  ['192.52.193.0', 24], // multicast tunnels
  ['192.88.99.0', 24], // retired relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // reverse DNS sinks
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

// Global unicast is 2000::/3; the rest of IPv6 is reserved, private or local.
const openNet6: readonly [string, number] = ['2000::', 3];
/** The addresses that a translating network (NAT64) makes of IPv4 ones. */
const translated6: readonly [string, number] = ['64:ff9b::', 96];
const closedNets6: readonly [string, number][] = [
  ['2001::', 23], // tunnels, protocol assignments
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48], // reverse DNS sinks
  ['3fff::', 20], // documentation
];

/** True for an address on the public internet. False for text that is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

/**
 * Why the URL is not allowed, for the admin; null for an allowed one. A literal address is checked here,
 * because its connection uses no resolver.
 */
export function urlProblem(written: string, rule: AddressRule): StoreMessage | null {
  const { who } = rule;
  if (!URL.canParse(written)) return storeMessage('url_invalid', { who });
  const url = new URL(written);
  if (url.username || url.password) return storeMessage('url_with_user', { who });
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && rule.allowLoopback)) {
    return storeMessage('url_not_https', { who });
  }
  const host = bareHost(url);
  return isIP(host) === 0 ? null : addressProblem(host, url.protocol, rule);
}

/** A lookup for one connection that returns only checked addresses. One forbidden address refuses the whole name. */
export function guardedLookup(protocol: string, rule: AddressRule, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((addresses) => {
        const problems = addresses.map(({ address }) => addressProblem(address, protocol, rule));
        const problem =
          addresses.length === 0
            ? storeMessage('address_missing', { who: rule.who })
            : problems.find((each) => each !== null);
        if (problem) throw new AddressRefused(problem);
        return addresses.map(({ address, family }) => ({ address, family }));
      })
      .then(
        (addresses) => {
          if (options.all) callback(null, addresses);
          else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
        },
        (error) => callback(error, ''),
      );
  };
}

/** As `urlProblem`, for the addresses that a name has now; also null where it cannot be resolved: the call fails then. */
export async function resolveProblem(
  written: string,
  rule: AddressRule,
  resolve: Resolve,
): Promise<StoreMessage | null> {
  const url = new URL(written);
  const host = bareHost(url);
  if (isIP(host) !== 0) return null;
  const addresses = await resolve(host).catch(() => []);
  const problems = addresses.map(({ address }) => addressProblem(address, url.protocol, rule));
  return problems.find((problem) => problem !== null) ?? null;
}

/** The host without the brackets of an IPv6 literal. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

function addressProblem(address: string, protocol: string, { who, allowLoopback }: AddressRule): StoreMessage | null {
  if (allowLoopback && isLoopbackAddress(address)) return null;
  if (protocol !== 'https:') return storeMessage('url_not_https', { who });
  return isPublicAddress(address) ? null : storeMessage('address_not_public', { who });
}

// A list each: one list would hold an IPv4 address against the IPv4-mapped net, and so close all of them.
const closed4 = new BlockList();
const closed6 = new BlockList();
const open6 = new BlockList();
for (const [net, prefix] of [openNet6, translated6]) open6.addSubnet(net, prefix, 'ipv6');
for (const [net, prefix] of closedNets4) {
  closed4.addSubnet(net, prefix, 'ipv4');
  closed6.addSubnet(`64:ff9b::${net}`, 96 + prefix, 'ipv6');
}
for (const [net, prefix] of closedNets6) closed6.addSubnet(net, prefix, 'ipv6');
