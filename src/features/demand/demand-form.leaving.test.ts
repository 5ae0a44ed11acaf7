import { expect, it, vi } from 'vitest';
import type { SavedDemand } from '#contract/demand.ts';
import type { SaveWish } from './demand.api.ts';

const sent: Array<{ step: string; leaving: boolean }> = [];
let answer: (saved: SavedDemand) => void = () => undefined;
vi.mock('./demand.api.ts', async (original) => ({
  ...(await original<typeof import('./demand.api.ts')>()),
  saveDemand: ({ step }: SaveWish, leaving = false) => {
    sent.push({ step, leaving });
    return new Promise<SavedDemand>((resolve) => {
      answer = resolve;
    });
  },
}));
vi.mock('#client/session.ts', async (original) => ({
  ...(await original<typeof import('#client/session.ts')>()),
  $session: { get: () => ({ token: 't' }), subscribe: () => undefined, listen: () => undefined },
}));
const { createDemandForm } = await import('./demand-form.store.ts');

it('sends the step that still waits behind an earlier save when the page is left, and nothing when all is saved', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { search: '' });
  vi.stubGlobal('history', { state: null, replaceState: () => undefined });
  const { actions } = createDemandForm({ today: '2026-11-24' });
  await actions.open();
  page.dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual([]);
  void actions.saveNow();
  await vi.waitFor(() => expect(sent).toEqual([{ step: 'what', leaving: false }]));
  // back and forth before the first answer came: the last one waits
  actions.goTo('what');
  page.dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual([
    { step: 'what', leaving: false },
    { step: 'what', leaving: true },
  ]);
  answer({ id: 1, state: 'draft', waiting: false, saved_at: 1 });
  vi.unstubAllGlobals();
});
