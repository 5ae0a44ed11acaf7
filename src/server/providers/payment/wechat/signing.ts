import { constants, createDecipheriv, createPublicKey, createSign, createVerify, type KeyObject, X509Certificate } from 'node:crypto';

// the published rules of WeChat Pay API v3: messages of lines, RSA-SHA256, AEAD_AES_256_GCM

/** What a request is signed over: each part a line, the last one too. */
export function requestMessage(method: string, path_with_query: string, timestamp: string, nonce: string, body: string): string {
  return `${method}\n${path_with_query}\n${timestamp}\n${nonce}\n${body}\n`;
}

/** What answers and callbacks are signed over. */
function answerMessage(timestamp: string, nonce: string, raw: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), raw, Buffer.from('\n')]);
}

export function signRsa(key: KeyObject, message: string | Uint8Array): string {
  return createSign('RSA-SHA256').update(message).sign({ key, padding: constants.RSA_PKCS1_PADDING }, 'base64');
}

export interface SignedHeaders {
  timestamp: string;
  nonce: string;
  signature: string;
  serial: string;
}

export function signedHeaders(headers: Headers): SignedHeaders {
  const of = (name: string) => headers.get(`wechatpay-${name}`) ?? '';
  return { timestamp: of('timestamp'), nonce: of('nonce'), signature: of('signature'), serial: of('serial') };
}

/** Whether the key signed it and it is at most `max_age_ms` old. Probes of the provider (WECHATPAY/SIGNTEST/) are not accepted. */
export function isSignedBy(
  key: KeyObject,
  { timestamp, nonce, signature }: SignedHeaders,
  raw: Uint8Array,
  now: Date,
  max_age_ms: number,
): boolean {
  if (!/^\d{10}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp) * 1000) > max_age_ms) return false;
  if (signature.startsWith('WECHATPAY/SIGNTEST/')) return false;
  return createVerify('RSA-SHA256')
    .update(answerMessage(timestamp, nonce, raw))
    .verify({ key, padding: constants.RSA_PKCS1_PADDING }, signature, 'base64');
}

export interface Sealed {
  algorithm?: string;
  ciphertext: string;
  nonce: string;
  associated_data?: string;
}

const TAG_BYTES = 16;

/** The text inside. @throws when it was not sealed with this key or was changed */
export function unseal(api_v3_key: string, { ciphertext, nonce, associated_data = '' }: Sealed): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(api_v3_key), Buffer.from(nonce));
  decipher.setAAD(Buffer.from(associated_data));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** The public key of a certificate or of a public key, both PEM. */
export function publicKeyOf(pem: string): KeyObject {
  return pem.includes('CERTIFICATE') ? new X509Certificate(pem).publicKey : createPublicKey(pem);
}
