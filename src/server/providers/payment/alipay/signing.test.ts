import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { isSignedBy, privateKeyOf, publicKeysOf, signRsa2 } from './signing.ts';

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const bare = (der: Buffer) => der.toString('base64');
  return {
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    bare: bare(publicKey.export({ type: 'spki', format: 'der' })),
    private_pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    private_pkcs8: bare(privateKey.export({ type: 'pkcs8', format: 'der' })),
    private_pkcs1: bare(privateKey.export({ type: 'pkcs1', format: 'der' })),
  };
};
const [old, next, other] = [pair(), pair(), pair()];
const MESSAGE = 'app_id=1&subject=年会方案';

it.each<[string, string]>([
  ['as PEM', `${old.pem}${next.pem}`],
  ['as the provider’s tool writes them, with a line between', `${old.bare}\n\n${next.bare}\n`],
  ['with the line ends of Windows', `${old.bare}\r\n\r\n${next.bare}\r\n`],
])('both keys of a file are trusted while they change: %s', (_how, file) => {
  const keys = publicKeysOf(file);
  const trusted = [old, next, other].map((one) => isSignedBy(keys, MESSAGE, signRsa2(privateKeyOf(one.private_pem), MESSAGE)));
  expect([keys.length, trusted]).toEqual([2, [true, true, false]]);
});

it('one bare key is enough, and ours may be bare in both of its forms', () => {
  const keys = publicKeysOf(old.bare);
  for (const ours of [old.private_pem, old.private_pkcs8, old.private_pkcs1]) {
    expect(isSignedBy(keys, MESSAGE, signRsa2(privateKeyOf(ours), MESSAGE))).toBe(true);
    expect(isSignedBy(keys, `${MESSAGE}!`, signRsa2(privateKeyOf(ours), MESSAGE))).toBe(false);
  }
});

it('a file that holds no key stops the start', () => {
  expect(() => publicKeysOf('not a key')).toThrow();
});
