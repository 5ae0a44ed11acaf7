import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { isPrivateName } from '../config/reach.ts';

const matchers = new WeakMap<readonly string[], BlockList>();

/**
 * The reader's address. X-Forwarded-For counts only from a peer in `trusted` (TRUST_PROXY: addresses and CIDR ranges): its right-most
 * address that is not a trusted proxy, because everything left of it can be forged. An invalid entry ends the walk at the last known hop.
 */
export function clientAddress(incoming: IncomingMessage | undefined, trusted: readonly string[]): string {
  const peer = plain(incoming?.socket?.remoteAddress ?? '');
  if (trusted.length === 0 || !contains(trusted, peer)) return peer;
  const header = incoming?.headers['x-forwarded-for'];
  const chain = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  let known = peer;
  for (let i = chain.length - 1; i >= 0; i--) {
    const address = plain((chain[i] ?? '').trim());
    if (isIP(address) === 0) break;
    known = address;
    if (!contains(trusted, address)) break;
  }
  return known;
}

/** What proxies add in one setup or another. */
const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto', 'via'];

/**
 * True when the peer is a trusted proxy or on this machine and speaks for itself: it forwards for no client, and from this machine it also asks
 * for a private name, which neither a proxy that keeps the reader's Host does nor a page elsewhere whose name was pointed here.
 */
export function isOwnPeer(incoming: IncomingMessage, trusted: readonly string[]): boolean {
  if (FORWARDED.some((name) => incoming.headers[name] !== undefined)) return false;
  const peer = plain(incoming.socket.remoteAddress ?? '');
  return contains(trusted, peer) || (isLoopback(peer) && isPrivateName(askedName(incoming.rawHeaders)));
}

/** The name that the request was sent to, as it came: the site's listener puts its own in the place of `headers.host`. */
function askedName(raw: readonly string[]): string {
  const at = raw.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === 'host');
  const url = `http://${at === -1 ? '' : raw[at + 1]}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** True when a proxy on this machine forwards somebody and is not believed: everybody behind it counts as one reader. */
export function isUnknownProxy(incoming: IncomingMessage, trusted: readonly string[]): boolean {
  if (incoming.headers['x-forwarded-for'] === undefined) return false;
  const peer = plain(incoming.socket.remoteAddress ?? '');
  return isLoopback(peer) && !contains(trusted, peer);
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

/** The key under which an address is limited: IPv6 by its /64, because one reader has a whole such network. */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = '', right] = address.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const groups = right === undefined ? head : [...head, ...Array(Math.max(0, 8 - head.length - tail.length)).fill('0'), ...tail];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

function contains(trusted: readonly string[], address: string): boolean {
  const family = isIP(address);
  return family !== 0 && matcher(trusted).check(address, family === 6 ? 'ipv6' : 'ipv4');
}

function matcher(trusted: readonly string[]): BlockList {
  let list = matchers.get(trusted);
  if (!list) {
    list = new BlockList();
    for (const part of trusted) {
      const [address = '', bits] = part.split('/');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      if (bits === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Number(bits), family);
    }
    matchers.set(trusted, list);
  }
  return list;
}

function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}
