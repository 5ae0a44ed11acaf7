import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { UserInfo } from '#contract/identity.ts';

const left: string[] = [];
let room = true;
beforeEach(() => {
  const stored = new Map<string, string>();
  left.length = 0;
  vi.resetModules();
  vi.stubGlobal('location', { search: '?from=%2Forder', origin: 'https://a.example', replace: (to: string) => left.push(to) });
  vi.stubGlobal('document', { documentElement: { dataset: {}, style: { setProperty: () => undefined, removeProperty: () => undefined } } });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem(name: string, value: string) {
      if (!room) throw new Error('refused');
      stored.set(name, value);
    },
    removeItem: (name: string) => void stored.delete(name),
  });
});
afterEach(() => void vi.unstubAllGlobals());

it.each([true, false])('goes back where the browser stored the login: %s, and stays where it does not', async (stores) => {
  room = stores;
  const { signIn } = await import('#client/session.ts');
  await import('./login-page.ts');
  signIn({ token: 't', user: { id: 7, nickname: '青禾' } as UserInfo });
  expect(left).toEqual(stores ? ['/order'] : []);
});
