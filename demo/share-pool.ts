import { monthAfter } from '#contract/books.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { unlockAsMember } from '#server/modules/access/index.ts';
import { itemsById } from '#server/modules/catalog/index.ts';
import { membershipSubject, vipPlans } from '#server/modules/membership/index.ts';
import { placeOrder } from '#server/modules/orders/index.ts';
import { sharePool } from '#server/modules/pool/index.ts';
import { asUser, atTime } from './at-time.ts';
import { payOnPhone } from './money.ts';
import { noteMade, worldState } from './world-state.ts';

const MADE = 'pool';
/** Who became members last month, and works of members that each of them looked at. */
const MEMBERS = 3;
const WORKS = 4;

/** Readers who were members last month looked at members' works: their publishers have a share. Made once, where the phone is simulated. */
export async function shareLastMonth(ctx: Ctx): Promise<void> {
  const { people, made, works } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const spec = (await vipPlans(ctx, KINDS.scheme.sale.vip_type))[0]?.spec.toSorted((a, b) => a.days - b.days)[0];
  const shown = [...(await itemsById(ctx, Object.values(works))).values()].filter(
    ({ status, vip_only, kind }) => status === 'published' && vip_only && kind === KINDS.scheme.code,
  );
  if (!spec || shown.length === 0) return;
  const month = monthAfter(shanghaiDay(ctx.app.clock.now()).slice(0, 7), -1);
  for (const [at, user_id] of people.reader_ids.slice(0, MEMBERS).entries()) {
    const then = asUser(atTime(ctx, new Date(`${month}-2${at}T10:00:00+08:00`)), user_id);
    const wish = { subject_id: spec.id, use_balance: false, coupon_id: 0, idempotency_key: `demo-member-${user_id}` };
    if (!(await payOnPhone(then, await placeOrder(then, membershipSubject, wish)))) return;
    for (let nth = 0; nth < Math.min(WORKS, shown.length); nth++) {
      const item = shown[(at + nth) % shown.length];
      if (item && item.publisher_id !== user_id) await unlockAsMember(then, item, user_id);
    }
  }
  await sharePool(ctx);
  await noteMade(ctx, MADE);
}
