import { hmacSha256, sha256 } from './ids.ts';
import { openSealed, sealText } from './sealed-text.ts';

/** The key that seals, and those before it, which still open. */
export interface KeyRing {
  current: string;
  former: readonly string[];
}

/** Names a key, and says nothing about it. */
export const keyId = (secret: string): string => sha256(`cemao key ${secret}`).slice(0, 8);

/** Seals with the newest key; the text carries the key's name. */
export function sealWith(ring: KeyRing, purpose: string, text: string): string {
  return `${keyId(ring.current)}.${sealText(ring.current, purpose, text)}`;
}

/** @throws Error when its key is not on the ring, or it was changed */
export function openWith(ring: KeyRing, purpose: string, sealed: string): string {
  const [id = ''] = sealed.split('.', 1);
  const secret = [ring.current, ...ring.former].find((one) => keyId(one) === id);
  if (secret === undefined) throw new Error(`key ${id} is not on the ring`);
  return openSealed(secret, purpose, sealed.slice(id.length + 1));
}

export const sealedByCurrent = (ring: KeyRing, sealed: string): boolean => sealed.startsWith(`${keyId(ring.current)}.`);

/** Keyed hashes of a text, the newest key's first: equal texts are found without being opened. */
export function hashesBy(ring: KeyRing, purpose: string, text: string): [string, ...string[]] {
  const of = (secret: string) => hmacSha256(secret, `${purpose}:${text}`);
  return [of(ring.current), ...ring.former.map(of)];
}
