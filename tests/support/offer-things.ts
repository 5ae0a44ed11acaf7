import { agreeOffer, planStages } from '#server/modules/offers/index.ts';
import { findStages } from '#server/modules/offers/stages.repo.ts';
import { tender_judges, tender_notes } from '#server/modules/offers/tables.ts';
import type { TestApp } from './app.ts';
import { makeDemand } from './demands.ts';
import { makePerson, type Person } from './market.ts';
import { offer } from './offers.ts';

/** What A has of them: offers for demands of C, one of them agreed. */
export async function offerThings(t: TestApp, { a, mark }: { a: Person; mark: string }) {
  const c = await makePerson(t);
  const [demand, taken] = [await makeDemand(t, { owner_id: c.id }), await makeDemand(t, { owner_id: c.id })];
  const text = `${mark}：年会整体策划与执行`;
  const own = await offer(a, demand, { text });
  const agreement = await agreeOffer(c.ctx, await offer(a, taken, { text }), 1);
  await planStages(a.ctx, agreement, [{ title: '首款', price: 100_000 }]);
  const [stage] = await findStages(t.app.db, [agreement]);
  const tender = await makeDemand(t, { owner_id: a.id, label_type: 3 });
  const question = { demand_id: tender, asker_id: c.id, question: text, state: 'waiting' };
  const [note] = await t.app.db.insert(tender_notes).values(question).returning({ id: tender_notes.id });
  await t.app.db.insert(tender_judges).values({ demand_id: tender, user_id: a.id, marks: [{ offer_id: own, marks: [], word: text }] });
  return { asked: demand, offer: own, agreement, stage: stage?.id, tender_question: note?.id };
}
