import { salonPath } from '#contract/salon.ts';
import type { Ctx } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { sendNotices } from '../notices/index.ts';
import { findAwaiting } from './awaiting.repo.ts';
import { findKinds, findSalon, type SalonRow } from './repo.ts';
import { findGuests, type WaitingRow } from './seats.repo.ts';

const MINE = '/personalCenter/mySalon';

/** '11月28日 14:00' of Shanghai. */
export function timeText(at: Date): string {
  const local = new Date(at.getTime() + 8 * 3_600_000);
  return `${local.getUTCMonth() + 1}月${local.getUTCDate()}日 ${local.toISOString().slice(11, 16)}`;
}

/** A seat became free and is kept, or a free one is theirs already. */
export async function tellOffer(ctx: Ctx, row: WaitingRow, taken: boolean): Promise<void> {
  const salon = await findSalon(ctx.db, row.salon_id);
  if (!salon || !row.offer_until) return;
  const until = timeText(row.offer_until);
  await sendNotices(ctx, [row.user_id], {
    ...{
      topic: 'salon',
      key: `salon:offer:${row.id}:${unixSeconds(row.offer_until)}`,
      title: taken ? '候补成功，已为您出票' : '候补有位置了',
    },
    content: taken
      ? `「${salon.title}」有人退票，已为您出 ${row.count} 张票。`
      : `「${salon.title}」为您保留了 ${row.count} 个名额，请在 ${until} 前支付；不需要的话可以放弃，留给下一位。`,
    href: taken ? MINE : salonPath(row.salon_id),
  });
}

/** Seats that were kept went to the next: `why` goes on after "为您保留的名额". */
export async function tellLapsed(ctx: Ctx, row: WaitingRow, why: string): Promise<void> {
  const salon = await findSalon(ctx.db, row.salon_id);
  if (salon?.state !== 'open') return;
  await sendNotices(ctx, [row.user_id], {
    ...{ topic: 'salon', key: `salon:lapsed:${row.id}`, title: '候补名额已失效', href: salonPath(row.salon_id) },
    content: `「${salon.title}」为您保留的 ${row.count} 个名额${why}，已让给下一位。仍想参加可以再次加入候补。`,
  });
}

/** A salon is cancelled or over, and with it its waiting lists. */
export async function tellListEnded(ctx: Ctx, salon: SalonRow, user_ids: readonly number[], text: string): Promise<void> {
  await sendNotices(ctx, [...new Set(user_ids)], {
    ...{ topic: 'salon', key: `salon:list-ended:${salon.item_id}`, title: '候补已结束', href: salonPath(salon.item_id) },
    content: `「${salon.title}」${text}`,
  });
}

/** Tickets were made. */
export async function tellBought(
  ctx: Ctx,
  { salon_id, buyer_id, order_id }: { salon_id: number; buyer_id: number; order_id: number },
): Promise<void> {
  const salon = await findSalon(ctx.db, salon_id);
  // what was cancelled while it was paid is refunded at once
  if (!salon?.starts_at || salon.state === 'cancelled') return;
  await sendNotices(ctx, [buyer_id], {
    ...{ topic: 'salon', key: `salon:bought:${order_id}`, title: '报名成功', href: MINE },
    content: `「${salon.title}」${timeText(salon.starts_at)}，${salon.city}${salon.venue}。门票在“我的沙龙”。`,
  });
}

/** It is within a day. */
export async function remindGuests(ctx: Ctx, salon: SalonRow): Promise<number> {
  if (!salon.starts_at) return 0;
  return sendNotices(ctx, await findGuests(ctx.db, salon.item_id), {
    ...{ topic: 'salon', key: `salon:remind:${salon.item_id}:${unixSeconds(salon.starts_at)}`, title: '沙龙即将开始', href: MINE },
    content: `「${salon.title}」${timeText(salon.starts_at)} 开始，地点：${salon.city}${salon.venue}，${salon.address}。入场请出示门票二维码。`,
  });
}

/** Time or place changed, or it does not take place: whoever has a ticket hears of it. */
export async function tellGuests(ctx: Ctx, salon: SalonRow, what: 'changed' | 'cancelled', text: string): Promise<void> {
  const title = what === 'changed' ? '沙龙的时间或地点有变' : '沙龙已取消';
  await sendNotices(ctx, await findGuests(ctx.db, salon.item_id), {
    ...{ topic: 'salon', key: `salon:${what}:${salon.item_id}:${unixSeconds(ctx.app.clock.now())}`, title, href: MINE },
    content: `「${salon.title}」${text}`,
  });
}

/** The same for who waits, and who has seats set aside by an order that is not paid. Whoever has a ticket too heard of it already. */
export async function tellAwaiting(ctx: Ctx, salon: SalonRow, text: string): Promise<void> {
  const { ordering, waiting } = await awaitingOf(ctx, salon);
  const tell = (user_ids: readonly number[], next: string) =>
    sendNotices(ctx, user_ids, {
      ...{ topic: 'salon', key: `salon:changed:${salon.item_id}:${unixSeconds(ctx.app.clock.now())}`, title: '沙龙的时间或地点有变' },
      ...{ content: `「${salon.title}」${text}${next}`, href: salonPath(salon.item_id) },
    });
  await tell(ordering, '您的订单还没有支付，不便参加的话请关闭订单，名额会让给别人。');
  await tell(waiting, '您正在候补，不便参加的话请退出候补。');
}

/** It does not take place: whoever has seats set aside by an order should not pay it any more. */
export async function tellUnpaid(ctx: Ctx, salon: SalonRow, reason: string): Promise<void> {
  await sendNotices(ctx, (await awaitingOf(ctx, salon)).ordering, {
    ...{ topic: 'salon', key: `salon:unpaid:${salon.item_id}`, title: '沙龙已取消', href: salonPath(salon.item_id) },
    content: `「${salon.title}」已取消，您未支付的订单会自动关闭，请不要再支付。原因：${reason}`,
  });
}

async function awaitingOf(ctx: Ctx, { item_id }: SalonRow): Promise<{ ordering: number[]; waiting: number[] }> {
  const kinds = (await findKinds(ctx.db, [item_id])).get(item_id) ?? [];
  const { ordering, waiting } = await findAwaiting(
    ctx.db,
    kinds.map(({ id }) => id),
  );
  const guests = new Set(await findGuests(ctx.db, item_id));
  const without = (user_ids: readonly number[]) => user_ids.filter((id) => !guests.has(id));
  return { ordering: without(ordering), waiting: without(waiting) };
}

const DESK = {
  approved: ['沙龙已通过审核', '现在所有人都能报名。'],
  rejected: ['沙龙没有通过审核', '改好后可以再次提交。原因：'],
  cancelled: ['沙龙已被平台取消', '票款全额退给已报名的人，不能恢复；需要时请重新发布一场。原因：'],
} as const;

/** What the desk decided. */
export async function tellOrganiser(ctx: Ctx, row: SalonRow, what: keyof typeof DESK, reason: string): Promise<void> {
  const [title, content] = DESK[what];
  await sendNotices(ctx, [row.owner_id], {
    ...{ topic: 'salon', key: `salon:${row.item_id}:${what}:${unixSeconds(ctx.app.clock.now())}`, title },
    content: `「${row.title}」${content}${reason}`,
    href: what === 'rejected' ? `/salon/establish?id=${row.item_id}` : salonPath(row.item_id),
  });
}
