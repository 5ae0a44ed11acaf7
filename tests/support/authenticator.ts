import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

const b64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

/** CBOR of what an authenticator says: small numbers, bytes, texts and maps (RFC 8949). */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one as string)])]);
}

/** An authenticator in software: a key of its own, which makes and uses credentials as WebAuthn writes them down. */
export function createAuthenticator(origin: string, rp_id: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credential_id = randomBytes(16);
  let count = 0;
  const client = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  /** User present and verified. */
  const facts = (flags: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++count);
    return Buffer.concat([sha(rp_id), Buffer.from([flags]), counter]);
  };
  return {
    /** An answer to registration options. */
    make(challenge: string) {
      const { x, y } = (publicKey as KeyObject).export({ format: 'jwk' }) as { x: string; y: string };
      const cose = new Map<number | string, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credential_id.length]), credential_id, cbor(cose)]);
      const authData = Buffer.concat([facts(0x45), attested]);
      const object = new Map<number | string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      return {
        ...{ id: b64(credential_id), rawId: b64(credential_id), type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: b64(client('webauthn.create', challenge)),
          attestationObject: b64(cbor(object)),
          transports: ['internal'],
        },
      };
    },
    /** An answer to login options. `stay`: the count does not rise, as with a key that was copied. */
    use(challenge: string, stay = false) {
      if (stay) count--;
      const authenticatorData = facts(0x05);
      const clientDataJSON = client('webauthn.get', challenge);
      const signature = createSign('sha256')
        .update(Buffer.concat([authenticatorData, sha(clientDataJSON)]))
        .sign(privateKey);
      return {
        ...{ id: b64(credential_id), rawId: b64(credential_id), type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON: b64(clientDataJSON), authenticatorData: b64(authenticatorData), signature: b64(signature) },
      };
    },
  };
}
