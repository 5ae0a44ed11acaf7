import { generateKeyPairSync, sign } from 'node:crypto';

/** A certificate for tests, signed by itself, good for a day: PEM of it and of its key. */
export function makeCertificate(name: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, der(OID, Buffer.from('2a8648ce3d040302', 'hex')));
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, Buffer.from('550403', 'hex')), der(UTF8, Buffer.from(name)))));
  const time = (ms: number) => der(UTC_TIME, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replace(/\D/g, '')}Z`));
  const facts = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    algorithm,
    subject,
    der(SEQUENCE, time(Date.now() - 86_400_000), time(Date.now() + 86_400_000)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(BITS, Buffer.concat([Buffer.from([0]), sign('sha256', facts, privateKey)]));
  const lines = der(SEQUENCE, facts, algorithm, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

const [SEQUENCE, SET, INTEGER, OID, UTF8, UTC_TIME, BITS, VERSION] = [0x30, 0x31, 0x02, 0x06, 0x0c, 0x17, 0x03, 0xa0] as const;

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
