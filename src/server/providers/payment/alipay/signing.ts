import { constants, createPrivateKey, createPublicKey, createSign, createVerify, type KeyObject } from 'node:crypto';

// the published rules of Alipay's open platform, RSA2: parameters sorted by name, joined, RSA-SHA256

/** What is signed: name=value of all that is not empty, sorted, without what is left out. */
export function paramMessage(params: Readonly<Record<string, string>>, left_out: readonly string[]): string {
  return Object.keys(params)
    .filter((name) => params[name] !== '' && !left_out.includes(name))
    .sort()
    .map((name) => `${name}=${params[name]}`)
    .join('&');
}

export function signRsa2(key: KeyObject, message: string): string {
  return createSign('RSA-SHA256').update(message, 'utf8').sign({ key, padding: constants.RSA_PKCS1_PADDING }, 'base64');
}

export function isSignedBy(keys: readonly KeyObject[], message: string, signature: string): boolean {
  return keys.some((key) =>
    createVerify('RSA-SHA256').update(message, 'utf8').verify({ key, padding: constants.RSA_PKCS1_PADDING }, signature, 'base64'),
  );
}

/** The text of one member of an answer as it came: that, not its meaning, is what is signed. Null: it is not there. */
export function memberText(raw: string, member: string): string | null {
  const start = raw.indexOf(`"${member}":`);
  if (start < 0) return null;
  const from = start + member.length + 3;
  let depth = 0;
  let quoted = false;
  for (let at = from; at < raw.length; at++) {
    const letter = raw[at];
    if (quoted) {
      if (letter === '\\') at += 1;
      else if (letter === '"') quoted = false;
      continue;
    }
    if (letter === '"') quoted = true;
    if (letter === '{') depth += 1;
    if (letter === '}' && --depth === 0) return raw.slice(from, at + 1);
  }
  return null;
}

const wrapped = (base64: string, label: string): string =>
  `-----BEGIN ${label}-----\n${base64.replace(/\s/g, '').replace(/(.{64})/g, '$1\n')}\n-----END ${label}-----\n`;

/** PEM, or the bare base64 that the provider's tool writes. */
export function privateKeyOf(text: string): KeyObject {
  if (text.includes('-----BEGIN')) return createPrivateKey(text);
  const der = Buffer.from(text, 'base64');
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  } catch {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs1' });
  }
}

/** All keys of the text: while they change, the old one and the new one stand in it, one after the other. */
export function publicKeysOf(text: string): KeyObject[] {
  const blocks = text.match(/-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g);
  const pems =
    blocks ??
    text
      .split(/\n\s*\n/)
      .filter((part) => part.trim() !== '')
      .map((part) => wrapped(part, 'PUBLIC KEY'));
  return pems.map((pem) => createPublicKey(pem));
}
