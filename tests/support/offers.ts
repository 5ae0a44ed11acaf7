import { EMPTY_OFFER, type OfferForm } from '#contract/offer.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { makeOffer } from '#server/modules/offers/index.ts';
import type { TestApp } from './app.ts';
import { makePerson, type Person } from './market.ts';

export const OFFER: OfferForm = { ...EMPTY_OFFER, price: '12800', days: '14', text: '十年年会经验，含舞美、主持与现场执行' };

/** A person who holds a membership, the bidding one unless said otherwise. */
export async function makeMember(t: TestApp, vip_type = 5): Promise<Person> {
  const person = await makePerson(t);
  const source = { name: 'test', id: person.id };
  await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: person.id, vip_type, days: 365, max_download_pre_day: 1, source }));
  return person;
}

/** An offer of this person for the demand. */
export function offer(person: Person, demand_id: number, form: Partial<OfferForm> = {}): Promise<number> {
  return makeOffer(person.ctx, { ...OFFER, ...form, demand_id });
}
