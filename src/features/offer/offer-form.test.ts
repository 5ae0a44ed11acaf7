import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EMPTY_OFFER } from '#contract/offer.ts';
import type { Offer } from '#contract/outputs/offer.ts';

const sent: unknown[] = [];
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({ 'POST /demand/offer': (form: unknown) => void sent.push(form) });
});
const { beginOffer, createOfferForm } = await import('./offer-form.store.ts');
const { orderedOffers } = await import('./OfferCompare.tsx');

let stored: Map<string, string>;
beforeEach(() => {
  sent.length = 0;
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = (sealed = false, demand_id = 7, own: Offer | null = null) =>
  createOfferForm({ demand_id, own, sealed, onSent: () => undefined });
const offered = (no: number, price: number) =>
  ({ now: { no, sealed: false, price, price_max: null, days: 9, text: `第 ${no} 版`, files: [{ no: 0 }], works: [] } }) as unknown as Offer;
const TEXT = '主题创意与执行一体，含两轮修改。';

it('what is typed is there in the next page until it is sent, by demand', async () => {
  open().actions.setForm({ price: '42000', text: TEXT });
  const next = open();
  expect(next.$state.get().form).toMatchObject({ price: '42000', text: TEXT });
  expect(open(false, 8).$state.get().form).toEqual(EMPTY_OFFER);
  expect(await next.actions.submit()).toBe(true);
  expect(open().$state.get().form).toEqual(EMPTY_OFFER);
});

it('what was sealed is corrected from what this browser has of it, without its files', async () => {
  const form = open(true);
  form.actions.setForm({ price: '42000', text: TEXT });
  form.actions.setFiles([{ id: 3, name: '标书.pdf' }]);
  expect(await form.actions.submit()).toBe(true);
  expect(sent).toMatchObject([{ files: [3] }]);
  expect(open(true).$state.get()).toMatchObject({ form: { price: '42000', text: TEXT, files: [] }, files: [] });
});

it('files are of the form for as long as the server has them', () => {
  vi.useFakeTimers();
  open().actions.setFiles([{ id: 3, name: '报价单.xlsx' }]);
  expect(open().$state.get()).toMatchObject({ form: { files: [3] }, files: [{ name: '报价单.xlsx' }] });
  vi.setSystemTime(Date.now() + 21 * 3_600_000);
  expect(open().$state.get()).toMatchObject({ form: { files: [] }, files: [] });
});

it('nothing is sent while a file is on its way', async () => {
  const form = open();
  form.actions.setForm({ price: '42000', text: TEXT });
  form.actions.setUploading(true);
  expect([await form.actions.submit(), form.$state.get().errors, sent]).toEqual([false, { files: '附件还在上传，请稍候' }, []]);
});

it('a form begins with what two agreed on, and never over what is typed', () => {
  expect(beginOffer(7, null, { price: '12800', days: '5', text: '年会主视觉' })).toBe(true);
  expect(open().$state.get().form).toMatchObject({ price: '12800', days: '5', text: '年会主视觉', works: [] });
  expect(beginOffer(7, null, { price: '1', days: '', text: '' })).toBe(false);
  expect(open().$state.get().form.price).toBe('12800');
});

it('what stands is changed to the price that was agreed on, the rest of it stays', () => {
  beginOffer(7, offered(2, 300), { price: '280', days: '', text: '年会主视觉' });
  expect(open(false, 7, offered(2, 300)).$state.get().form).toMatchObject({ price: '280', days: '9', text: '第 2 版', kept_files: [0] });
});

it('a change that was typed and not sent says so, leads back, and goes where the offer was changed since', () => {
  open(false, 7, offered(2, 300)).actions.setForm({ price: '1' });
  const next = open(false, 7, offered(2, 300));
  expect(next.$state.get()).toMatchObject({ unsent: true, form: { price: '1' } });
  expect(open(false, 7, offered(3, 500)).$state.get()).toMatchObject({ unsent: false, form: { price: '500', text: '第 3 版' } });
  next.actions.restore();
  expect(next.$state.get()).toMatchObject({ unsent: false, form: { price: '300' } });
  expect(open(false, 7, offered(2, 300)).$state.get()).toMatchObject({ unsent: false, form: { price: '300' } });
});

it('a browser without room has what is typed for this page, and says so', () => {
  vi.stubGlobal('localStorage', {
    ...localStorage,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const form = open();
  form.actions.setForm({ text: TEXT });
  expect(form.$state.get().stored).toBe(false);
  expect(open().$state.get().form.text).toBe(TEXT);
  form.actions.restore();
  expect(open().$state.get().form.text).toBe('');
});

it('offers are ordered by what the owner asks, and what has none comes last', () => {
  const offer = (id: number, price: number | null, days: number, mean: number) =>
    ({ id, now: { price, days, created_at: id }, person: { rating: { count: 1, mean } } }) as unknown as Offer;
  const offers = [offer(1, null, 0, 4), offer(2, 300, 9, 5), offer(3, 200, 10, 0)];
  const ids = (order: Parameters<typeof orderedOffers>[1]) => orderedOffers(offers, order).map(({ id }) => id);
  expect([ids('usual'), ids('price'), ids('days'), ids('rating'), ids('new')]).toEqual([
    [1, 2, 3],
    [3, 2, 1],
    [2, 3, 1],
    [2, 1, 3],
    [3, 2, 1],
  ]);
});
