import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { rightsHad } from '#server/modules/access/index.ts';
import { itemsById, kindOf } from '#server/modules/catalog/index.ts';
import { saveDiscount } from '#server/modules/discounts/index.ts';
import { orderItem } from '#server/modules/sales/index.ts';
import { asUser } from './at-time.ts';
import { payOnPhone } from './money.ts';
import { noteMade, worldState } from './world-state.ts';

const MADE = 'discounts';
const DAY_MS = 86_400_000;

/** Codes of the first publisher: for all, for one work, and one that is over; the one for all was used. */
export async function sellForLess(ctx: Ctx): Promise<void> {
  const { people, made, works } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const publisher_id = people.publisher_ids[0] as number;
  const own = asUser(ctx, publisher_id);
  const day = (days: number) => shanghaiDay(new Date(ctx.app.clock.now().getTime() + days * DAY_MS));
  const wish = { percent_off: 0, amount: 0, min_price: 0, most: 0, per_person: 1, off: false };
  await saveDiscount(own, { ...wish, code: 'HUITOU20', percent_off: 20, from: day(-20), to: day(40), most: 100, per_person: 2 });
  await saveDiscount(own, { ...wish, code: 'LIANGLIAN5', amount: 500, min_price: 2_000, from: day(-60), to: day(-30) });
  const sold = [...(await itemsById(ctx, Object.values(works))).values()].filter(
    ({ status, price_fen, vip_only, publisher_id: of, kind }) =>
      status === 'published' && price_fen >= 1_500 && !vip_only && of === publisher_id && kind !== KINDS.course.code,
  );
  const [one, ...others] = sold;
  if (one) await saveDiscount(own, { ...wish, code: 'XINPIN', percent_off: 30, item_id: one.id, from: day(0), to: day(14), most: 20 });
  const buyer = asUser(ctx, people.buyer_id);
  const had = await rightsHad(
    ctx,
    people.buyer_id,
    others.map(({ id }) => id),
  );
  for (const item of others.filter(({ id }) => !had.has(id))) {
    const order = { id: item.id, balance: 0, user_coupon_id: 0, code: 'HUITOU20', idempotency_key: `demo-code-${item.id}` } as const;
    // what a membership opens for less wants no code
    const placed = await orderItem(buyer, kindOf(item.kind), order).catch(() => null);
    if (!placed) continue;
    await payOnPhone(buyer, placed);
    break;
  }
  await noteMade(ctx, MADE);
}
