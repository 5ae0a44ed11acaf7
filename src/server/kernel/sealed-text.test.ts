import { expect, it } from 'vitest';
import { openSealed, sealText } from './sealed-text.ts';

const secret = 'a secret of thirty-two letters..';

it('opens what it sealed, and shows nothing of it', () => {
  const sealed = sealText(secret, 'payee', '张三 6222000000000000');
  expect(sealed).not.toContain('6222');
  expect(openSealed(secret, 'payee', sealed)).toBe('张三 6222000000000000');
  expect(sealText(secret, 'payee', 'x')).not.toBe(sealText(secret, 'payee', 'x'));
});

it.each([
  ['another secret', (sealed: string) => openSealed('another secret of thirty-two let', 'payee', sealed)],
  ['another purpose', (sealed: string) => openSealed(secret, 'phone', sealed)],
  ['a changed text', (sealed: string) => openSealed(secret, 'payee', `${sealed.slice(0, -2)}${sealed.endsWith('A') ? 'BB' : 'AA'}`)],
])('refuses %s', (_name, open) => {
  expect(() => open(sealText(secret, 'payee', '张三'))).toThrow();
});
