import { agreeOffer } from '#server/modules/offers/index.ts';
import type { TestApp } from './app.ts';
import { makeDemand } from './demands.ts';
import { makePerson, type Person } from './market.ts';
import { offer } from './offers.ts';

type Declaration = { expect: 'refused' | 'public'; with?: Record<string, unknown>; why?: string };

/** Calls of offers, agreements and ratings for the ownership test; words in `with` are those of `offerThings`. */
export const OFFER_OWNERSHIP: Record<string, Declaration> = {
  'GET /demand/offer/board': { expect: 'public', with: { id: 'asked' }, why: 'numbers and hashes that everybody may know' },
  'GET /demand/offer/panel': { expect: 'public', with: { id: 'asked' }, why: 'what concerns the reader, and nothing of others' },
  'POST /demand/offer': {
    expect: 'refused',
    with: { id: 'asked', price: '5', text: '用别人的附件为这条需求报价', files: 'foreign_files' },
  },
  'GET /demand/offer/versions': { expect: 'refused', with: { id: 'offer' } },
  'POST /demand/offer/withdraw': { expect: 'refused', with: { id: 'offer' } },
  'POST /demand/offer/short': { expect: 'refused', with: { id: 'offer', on: 1 } },
  'POST /demand/offer/decline': { expect: 'refused', with: { id: 'offer', reason: '想要' } },
  'POST /demand/offer/agree': { expect: 'refused', with: { id: 'offer', version: 1 } },
  'POST /demand/offer/report': { expect: 'refused', with: { id: 'offer', reason: '想要' } },
  'GET /demand/offer/file': {
    expect: 'refused',
    with: { id: 'offer', version: 1, no: 0, expires: 99_999_999_999, sign: '0'.repeat(64) },
  },
  'POST /demand/agreement/done': { expect: 'refused', with: { id: 'agreement' } },
  'POST /demand/agreement/cancel': { expect: 'refused', with: { id: 'agreement', reason: '想要' } },
  'POST /demand/agreement/dispute': { expect: 'refused', with: { id: 'agreement', reason: '想要' } },
  'POST /demand/agreement/rate': { expect: 'refused', with: { id: 'agreement', stars: 1 } },
  'GET /rating/list': { expect: 'public', why: 'ratings that everybody sees' },
};

/** What A has of them: offers for demands of C, one of them agreed. */
export async function offerThings(t: TestApp, { a, mark }: { a: Person; mark: string }) {
  const c = await makePerson(t);
  const [demand, taken] = [await makeDemand(t, { owner_id: c.id }), await makeDemand(t, { owner_id: c.id })];
  const text = `${mark}：年会整体策划与执行`;
  const own = await offer(a, demand, { text });
  return { asked: demand, offer: own, agreement: await agreeOffer(c.ctx, await offer(a, taken, { text }), 1) };
}
