import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

it.each([
  [35, '¥35'],
  [0, '¥0'],
  [35.5, '¥35.50'],
])('writes a balance of %d yuan as the wallet does', async (balance, text) => {
  const place = { dataset: { mine: 'balance' }, textContent: '' };
  vi.resetModules();
  const { $session } = await import('#client/session.ts');
  $session.set({ token: 't', user: { id: 1, balance } as never });
  vi.stubGlobal('document', { querySelectorAll: (wanted: string) => (wanted === '[data-mine]' ? [place] : []) });
  await import('./own-figures.ts');
  expect(place.textContent).toBe(text);
});
