import { expect, it } from 'vitest';
import { hashesBy, keyId, openWith, sealedByCurrent, sealWith } from './key-ring.ts';

const OLD = { current: 'a'.repeat(40), former: [] };
const NEW = { current: 'b'.repeat(40), former: [OLD.current] };

it('opens what a former key sealed, and says that it is not the newest', () => {
  const sealed = sealWith(OLD, 'number', '110101199003072316');
  expect(sealed).not.toContain('110101');
  expect(sealed.startsWith(`${keyId(OLD.current)}.v1.`)).toBe(true);
  expect(openWith(NEW, 'number', sealed)).toBe('110101199003072316');
  expect([sealedByCurrent(OLD, sealed), sealedByCurrent(NEW, sealed)]).toEqual([true, false]);
});

it('refuses another purpose, a changed text and a key that is gone', () => {
  const sealed = sealWith(NEW, 'number', 'x');
  expect(() => openWith(NEW, 'picture', sealed)).toThrow();
  expect(() => openWith(NEW, 'number', `${sealed.slice(0, -2)}AA`)).toThrow();
  expect(() => openWith(OLD, 'number', sealed)).toThrow('not on the ring');
});

it('hashes by every key, the newest first', () => {
  expect(hashesBy(NEW, 'number', 'x')[1]).toBe(hashesBy(OLD, 'number', 'x')[0]);
  expect(hashesBy(NEW, 'number', 'x')[0]).not.toBe(hashesBy(NEW, 'number', 'y')[0]);
});
