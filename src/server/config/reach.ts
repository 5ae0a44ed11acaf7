import { isIP } from 'node:net';

const PRIVATE_ADDRESS = /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./;

/** True for a host of a URL that only this machine or its network reaches; a name that merely begins like one is none. */
export function isPrivateName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && PRIVATE_ADDRESS.test(hostname));
}

/** True for an address to listen on that only this machine reaches. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
