import { FOCUS_USER, KINDS } from '#contract/kinds.ts';
import { actingAs, type Ctx, inTransaction } from '../kernel/ctx.ts';
import { getItem, type Item, kindOf } from '../modules/catalog/index.ts';
import { grantDownload } from '../modules/downloads/index.ts';
import { setCollected, setFollowed } from '../modules/engagement/index.ts';
import { payByBalance } from '../modules/orders/index.ts';
import { orderItem } from '../modules/sales/index.ts';
import { postTransfer } from '../modules/wallet/index.ts';
import type { DemoPeople } from './demo-setting.ts';
import { createRandom, type Random } from './random.ts';

const GIFT_FEN = 80_000;

/** A context of one person, at an address of their own so that floods are counted apart. */
export function asUser(ctx: Ctx, user_id: number): Ctx {
  return actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: [], address: `10.0.${user_id >> 8}.${user_id & 255}` });
}

/**
 * Demo readers follow publishers, collect, buy and download what is published, by the verbs of the site, so that every counter and
 * every earning is true. Again after a crash: marks, the gift and the orders know themselves.
 */
export async function readersLive(ctx: Ctx, item_ids: readonly number[], people: DemoPeople): Promise<void> {
  for (const [index, reader_id] of people.reader_ids.entries()) {
    const random = createRandom(70_000 + index);
    const reader = asUser(ctx, reader_id);
    for (const rid of random.some(people.publisher_ids, random.between(2, 6)))
      await setFollowed(reader, { type: FOCUS_USER, rid, on: true });
    const seen: Item[] = [];
    for (const id of random.some(item_ids, random.between(4, 10))) {
      const item = await getItem(ctx, id);
      if (item?.status === 'published') seen.push(item);
    }
    for (const item of seen) await setCollected(reader, { type: KINDS.scheme.types.collect, rid: item.id, on: true });
    await buyAndDownload(reader, reader_id, seen, random);
  }
}

/** Demo readers collect templates. Again after a crash: a mark knows itself. */
export async function readersCollect(ctx: Ctx, item_ids: readonly number[], people: DemoPeople): Promise<void> {
  for (const [index, reader_id] of people.reader_ids.entries()) {
    const random = createRandom(80_000 + index);
    for (const rid of random.some(item_ids, random.between(1, 4))) {
      if ((await getItem(ctx, rid))?.status !== 'published') continue;
      await setCollected(asUser(ctx, reader_id), { type: KINDS.ppt.types.collect, rid, on: true });
    }
  }
}

async function buyAndDownload(reader: Ctx, reader_id: number, seen: readonly Item[], random: Random): Promise<void> {
  const paid = seen.filter((item) => item.price_fen > 0 && !item.vip_only).slice(0, random.between(1, 3));
  const free = seen.filter((item) => item.price_fen === 0 && !item.vip_only).slice(0, 3);
  await giveBalance(reader, reader_id);
  for (const item of paid) {
    const key = `demo-${reader_id}-${item.id}`;
    const order = await orderItem(reader, kindOf(item.kind), { id: item.id, balance: 1, user_coupon_id: 0, idempotency_key: key });
    if (order.status === 1) await payByBalance(reader, order.orderid);
  }
  for (const item of [...paid, ...free]) await grantDownload(reader, { item_id: item.id });
}

async function giveBalance(reader: Ctx, owner_id: number): Promise<void> {
  await inTransaction(reader, (tx) =>
    postTransfer(tx, {
      key: `demo-balance-${owner_id}`,
      reason: '体验金',
      reference: 'demo',
      unit: 'fen',
      entries: [
        { owner_id, purpose: 'balance', amount: GIFT_FEN },
        { owner_id: null, purpose: 'gift_cost', amount: -GIFT_FEN },
      ],
    }),
  );
}
