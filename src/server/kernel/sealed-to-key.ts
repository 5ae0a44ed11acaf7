import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const SIZES = { key: 44, iv: 12, tag: 16 } as const;

/**
 * Encrypts bytes to a public X25519 key (SPKI, base64url): a fresh pair each time, HKDF-SHA256, AES-256-GCM. Only the private half opens
 * them, not who sealed them. `purpose` binds them to what they are for.
 */
export function sealToKey(public_key: string, purpose: string, data: Uint8Array): Buffer {
  const once = generateKeyPairSync('x25519');
  const sender = once.publicKey.export({ type: 'spki', format: 'der' });
  const shared = diffieHellman({ privateKey: once.privateKey, publicKey: readPublic(Buffer.from(public_key, 'base64url')) });
  const iv = randomBytes(SIZES.iv);
  const cipher = createCipheriv('aes-256-gcm', keyOf(shared, sender, purpose), iv);
  const body = Buffer.concat([cipher.update(data), cipher.final()]);
  return Buffer.concat([sender, iv, cipher.getAuthTag(), body]);
}

/** @throws Error for another key or purpose, and for changed bytes */
export function openWithKey(private_key: string, purpose: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed);
  const sender = bytes.subarray(0, SIZES.key);
  const iv = bytes.subarray(SIZES.key, SIZES.key + SIZES.iv);
  const tag = bytes.subarray(SIZES.key + SIZES.iv, SIZES.key + SIZES.iv + SIZES.tag);
  const own = createPrivateKey({ key: Buffer.from(private_key, 'base64url'), type: 'pkcs8', format: 'der' });
  const shared = diffieHellman({ privateKey: own, publicKey: readPublic(sender) });
  const decipher = createDecipheriv('aes-256-gcm', keyOf(shared, sender, purpose), iv);
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(SIZES.key + SIZES.iv + SIZES.tag)), decipher.final()]);
}

const readPublic = (der: Buffer) => createPublicKey({ key: der, type: 'spki', format: 'der' });
const keyOf = (shared: Buffer, sender: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', shared, sender, `cemao to key ${purpose}`, 32));
