import { KINDS, VIP_ALL } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { itemsById } from '#server/modules/catalog/index.ts';
import { orderSeats, ownCompany, setLink, setSeat } from '#server/modules/companies/index.ts';
import { ownStaff } from '#server/modules/employees/index.ts';
import { vipPlans } from '#server/modules/membership/index.ts';
import { askTransfer, bankAccount } from '#server/modules/orders/index.ts';
import { orderItem } from '#server/modules/sales/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { asUser } from './at-time.ts';
import { payOnPhone } from './money.ts';
import { noteMade, worldState } from './world-state.ts';

const MADE = 'company';
const SEATS = 3;

/** The verified company of the demo with seats, one of its people on one of them, and a link for more. */
export async function workAsCompany(ctx: Ctx): Promise<void> {
  const { people, made } = await worldState.read(ctx);
  const [owner_id] = people.publisher_ids;
  const vip_id = (await vipPlans(ctx, VIP_ALL))[0]?.spec.find(({ days }) => days > 0)?.id;
  if (made.includes(MADE) || owner_id === undefined || vip_id === undefined) return;
  const owner = asUser(ctx, owner_id);
  const order = { vip_id, seats: SEATS, line_id: 0, use_balance: false, reuse_open: true, idempotency_key: 'demo-seats' };
  if (!(await payOnPhone(owner, await orderSeats(owner, order)))) return;
  const [line] = (await ownCompany(owner)).seats;
  if (!line) return;
  // who plays a part in other stories stays as they are: people of a company are linked, and members
  const [person] = (await ownStaff(owner)).employees.filter(({ state }) => state === 'active');
  if (person) await setSeat(owner, { id: line.id, user_id: person.user_id, give: true });
  await setLink(owner, { on: true, seats: line.id });
  await setSetting(ctx, bankAccount.key, '上海策猫网络科技有限公司\n招商银行上海徐家汇支行\n1219 0000 8888 001');
  const more = await orderSeats(owner, { ...order, seats: 5, idempotency_key: 'demo-seats-by-transfer' });
  await askTransfer(owner, more.orderid);
  await buyForAll(ctx, owner_id);
  await noteMade(ctx, MADE);
}

/** A scheme of somebody else that is sold for companies. */
async function buyForAll(ctx: Ctx, owner_id: number): Promise<void> {
  const { works } = await worldState.read(ctx);
  for (const item of (await itemsById(ctx, Object.values(works))).values()) {
    if (item.kind !== KINDS.scheme.code || item.publisher_id === owner_id || item.status !== 'published') continue;
    const order = { id: item.id, balance: 0, user_coupon_id: 0, licence: 'company', idempotency_key: `demo-company-${item.id}` } as const;
    const placed = await orderItem(asUser(ctx, owner_id), KINDS.scheme, order).catch(() => null);
    if (placed && (await payOnPhone(asUser(ctx, owner_id), placed))) return;
  }
}
