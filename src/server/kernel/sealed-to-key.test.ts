import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { openWithKey, sealToKey } from './sealed-to-key.ts';

const pair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return {
    public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
    private_key: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
  };
};
const text = '报价 128000 元，含舞台与灯光';

it('opens with the private half and the purpose alone', () => {
  const mine = pair();
  const sealed = sealToKey(mine.public_key, 'offer 7', Buffer.from(text));
  expect(sealed.includes(Buffer.from('128000'))).toBe(false);
  expect(openWithKey(mine.private_key, 'offer 7', sealed).toString()).toBe(text);
  expect(() => openWithKey(pair().private_key, 'offer 7', sealed)).toThrow();
  expect(() => openWithKey(mine.private_key, 'offer 8', sealed)).toThrow();
});

it('seals differently each time and notices a changed byte', () => {
  const mine = pair();
  const [first, second] = [sealToKey(mine.public_key, 'p', Buffer.from(text)), sealToKey(mine.public_key, 'p', Buffer.from(text))];
  expect(first.equals(second)).toBe(false);
  first[first.length - 1] = (first.at(-1) as number) ^ 1;
  expect(() => openWithKey(mine.private_key, 'p', first)).toThrow();
});
