import { organiseHref } from '#contract/organise.ts';
import { salonPath, ticketPath } from '#contract/salon.ts';
import type { Ctx } from '../../app/ctx.ts';
import { shanghaiTimeText, unixSeconds } from '../../kernel/clock.ts';
import { sendNotices, sendOwnNotice } from '../notices/index.ts';
import { chairsOfOrder } from './chairs.repo.ts';
import { findHolders, findOnlineTickets } from './organise.repo.ts';
import { findSalon, type SalonRow, type TicketRow } from './repo.ts';
import { findComers, findTicketsOfOrders, findWaiting, type WaitingRow } from './seats.repo.ts';

const seatsText = (labels: readonly string[]): string => (labels.length > 0 ? `座位：${labels.join('、')}。` : '');
const MINE = '/personalCenter/mySalon';

/** A seat became free and is reserved, or a free one is theirs already. */
export async function tellOffer(ctx: Ctx, row: WaitingRow, taken: boolean): Promise<void> {
  const salon = await findSalon(ctx.db, row.salon_id);
  if (!salon || !row.offer_until) return;
  const until = shanghaiTimeText(row.offer_until);
  const order_id = (await findWaiting(ctx.db, row.id))?.offer_order_id;
  const seats = order_id ? seatsText(await chairsOfOrder(ctx.db, order_id)) : '';
  await sendNotices(ctx, [row.user_id], {
    ...{
      topic: 'salon',
      key: `salon:offer:${row.id}:${unixSeconds(row.offer_until)}`,
      title: taken ? '候补成功，已为您出票' : '候补有位置了',
    },
    content: taken
      ? `「${salon.title}」有人退票，已为您出 ${row.count} 张票。${seats}`
      : `「${salon.title}」为您保留了 ${row.count} 个名额，${seats}请在 ${until} 前支付；不需要的话可以放弃，留给下一位。`,
    href: taken ? MINE : salonPath(row.salon_id),
  });
}

/** Reserved seats went to the next: `why` goes on after "为您保留的名额". */
export async function tellLapsed(ctx: Ctx, row: WaitingRow, why: string): Promise<void> {
  const salon = await findSalon(ctx.db, row.salon_id);
  if (salon?.state !== 'open') return;
  await sendNotices(ctx, [row.user_id], {
    ...{ topic: 'salon', key: `salon:lapsed:${row.id}`, title: '候补名额已失效', href: salonPath(row.salon_id) },
    content: `「${salon.title}」为您保留的 ${row.count} 个名额${why}，已让给下一位。仍想参加可以再次加入候补。`,
  });
}

/** A salon is cancelled or over, and with it its waiting lists; or one kind of tickets is no more (`of`). */
export async function tellListEnded(
  ctx: Ctx,
  salon: SalonRow,
  user_ids: readonly number[],
  { text, of }: { text: string; of: string },
): Promise<void> {
  await sendNotices(ctx, [...new Set(user_ids)], {
    ...{ topic: 'salon', key: `salon:list-ended:${salon.item_id}${of}`, title: '候补已结束', href: salonPath(salon.item_id) },
    content: `「${salon.title}」${text}`,
  });
}

/** Tickets were made. */
export async function tellBought(
  ctx: Ctx,
  { salon_id, buyer_id, order_id }: { salon_id: number; buyer_id: number; order_id: number },
): Promise<void> {
  const salon = await findSalon(ctx.db, salon_id);
  // entered by hand: who comes has a notice already
  if ((await findTicketsOfOrders(ctx.db, [order_id]))[0]?.is_gift) return;
  // paid while it was cancelled: the refund says so itself
  if (!salon?.starts_at || salon.state === 'cancelled') return;
  const seats = seatsText(await chairsOfOrder(ctx.db, order_id));
  await sendOwnNotice(ctx, {
    ...{ user_id: buyer_id, topic: 'salon', key: `salon:bought:${order_id}`, title: '报名成功', href: MINE },
    content: `「${salon.title}」${shanghaiTimeText(salon.starts_at)}，${salon.city}${salon.venue}。${seats}门票在“我的沙龙”。`,
  });
}

/** It is within a day. */
export async function remindGuests(ctx: Ctx, salon: SalonRow): Promise<void> {
  if (!salon.starts_at) return;
  const { item_id, title, city, venue, address, link, link_before_min, remind_text } = salon;
  const when = `「${title}」${shanghaiTimeText(salon.starts_at)} 开始`;
  const own = remind_text === '' ? '' : `主办方：${remind_text}`;
  const notice = (key: string) => ({
    ...{
      topic: 'salon' as const,
      key: `salon:${key}:${item_id}:${unixSeconds(salon.starts_at as Date)}`,
      title: '沙龙即将开始',
      href: MINE,
    },
  });
  await sendNotices(ctx, await findHolders(ctx.db, item_id, false), {
    ...notice('remind'),
    content: `${when}，地点：${city}${venue}，${address}。入场请出示门票二维码${salon.plan.length > 0 ? '，座位见门票' : ''}。${own}`,
  });
  const entry = link === '' ? '' : `线上入口：${link}。`;
  await sendNotices(ctx, await findHolders(ctx.db, item_id, true), {
    ...notice('remind-online'),
    content: `${when}，线上参加。${entry}开始前 ${link_before_min} 分钟起也可以从门票页进入，从门票页进入才有参加记录。${own}`,
  });
  if (salon.mode === 'here' || link !== '') return;
  await sendOwnNotice(ctx, {
    ...{ ...notice('no-link'), user_id: salon.owner_id, title: '沙龙还没有线上入口', href: organiseHref(item_id) },
    content: `${when}，请在“管理”的“线上与提醒”里填写会议链接，参加者开始前才能进入。`,
  });
}

const LINK_TITLE = { open: '线上会场已开放', changed: '线上入口已更换', new: '线上入口已公布' } as const;

/** The link is open, or became another one, or is there at last: each holder is led to their ticket. Who was reminded gets the new one. */
export async function tellLink(ctx: Ctx, salon: SalonRow, what: keyof typeof LINK_TITLE): Promise<void> {
  const { item_id, title, link, link_before_min, reminded_at } = salon;
  const tickets = Map.groupBy(await findOnlineTickets(ctx.db, item_id), ({ user_id }) => user_id);
  const entry = `${reminded_at ? `新的入口：${link}。` : ''}开始前 ${link_before_min} 分钟起从门票页进入。`;
  const content = {
    open: `「${title}」即将开始，请从门票页进入线上会场。`,
    changed: `「${title}」原来的线上入口不再使用。${entry}`,
    new: `「${title}」的主办方填写了线上入口。${entry}`,
  }[what];
  for (const [user_id, own] of tickets) {
    await sendOwnNotice(ctx, {
      ...{
        user_id,
        topic: 'salon',
        key: `salon:link-${what}:${item_id}:${unixSeconds(ctx.app.clock.now())}`,
        title: LINK_TITLE[what],
        content,
      },
      href: own.length === 1 ? ticketPath(own[0]?.secret ?? '') : MINE,
    });
  }
}

const GIVEN_TITLE = '收到一张沙龙门票';

/** The organiser entered somebody who has an account: once a salon, however often they are taken back and entered again. */
export async function tellGift(ctx: Ctx, { item_id, title, starts_at }: SalonRow, to: number): Promise<void> {
  if (!starts_at) return;
  await sendNotices(ctx, [to], {
    ...{ topic: 'salon', key: `salon:gift:${item_id}`, title: GIVEN_TITLE, href: MINE },
    content: `「${title}」${shanghaiTimeText(starts_at)} 的一张门票，由主办方赠送给您。凭“我的沙龙”里的二维码入场。`,
  });
}

/** A ticket was given to somebody: the new holder gets its address, who had it by a gift before hears that it is gone. */
export async function tellGiven(
  ctx: Ctx,
  salon: SalonRow,
  { id, secret, to, before, n }: { id: number; secret: string; to: number | null; before: number | null; n: number },
) {
  const notice = { topic: 'salon' as const, key: `salon:given:${id}:${n}` };
  if (to !== null && salon.starts_at) {
    await sendNotices(ctx, [to], {
      ...{ ...notice, title: GIVEN_TITLE, href: ticketPath(secret) },
      content: `「${salon.title}」${shanghaiTimeText(salon.starts_at)} 的一张门票转让给了您，凭二维码入场，也在“我的沙龙”。`,
    });
  }
  if (before === null || before === to) return;
  await sendNotices(ctx, [before], {
    ...{ ...notice, title: '您的沙龙门票已转给别人', href: MINE },
    content: `「${salon.title}」转让给您的门票，购票人又转给了别人，原来的二维码已作废。`,
  });
}

/** Tickets that others bought for these people went back. Cancelled salons say so themselves. */
export async function tellGone(ctx: Ctx, tickets: readonly Pick<TicketRow, 'id' | 'salon_id' | 'to_id' | 'is_gift'>[]): Promise<void> {
  for (const { id, salon_id, to_id, is_gift } of tickets) {
    const salon = to_id === null ? null : await findSalon(ctx.db, salon_id);
    if (to_id === null || !salon || salon.state === 'cancelled') continue;
    await sendNotices(ctx, [to_id], {
      ...{
        topic: 'salon',
        key: is_gift ? `salon:gift-gone:${salon_id}` : `salon:gone:${id}`,
        title: '您的沙龙门票已失效',
        href: salonPath(salon_id),
      },
      content: `「${salon.title}」给您的门票已退票或收回，二维码不能再使用。`,
    });
  }
}

/** The organiser gave the price of tickets back, with the reason; its order sends the notice of the refund. */
export async function tellRefunded(ctx: Ctx, title: string, tickets: readonly TicketRow[], reason: string): Promise<void> {
  const [first] = tickets;
  if (!first) return;
  const names = tickets.map(({ seq, holder_name }) => `${seq} 号（${holder_name}）`).join('、');
  await sendOwnNotice(ctx, {
    ...{ user_id: first.buyer_id, topic: 'salon', key: `salon:refunded:${first.id}`, title: '主办方退了您的门票', href: MINE },
    content: `「${title}」${names}已退票，二维码不能再使用。原因：${reason}`,
  });
}

const MOVED = { changed: '沙龙的时间或地点有变', cancelled: '沙龙已取消' } as const;

/** Time or place changed, or it does not take place: ticket holders are notified. */
export async function tellGuests(ctx: Ctx, salon: SalonRow, what: 'changed' | 'cancelled', text: string): Promise<void> {
  await sendNotices(ctx, await findHolders(ctx.db, salon.item_id), {
    ...{ topic: 'salon', key: `salon:${what}:${salon.item_id}:${unixSeconds(ctx.app.clock.now())}`, title: MOVED[what], href: MINE },
    content: `「${salon.title}」${text}`,
  });
}

/** The same for who has no ticket yet, by whether they ordered or wait; an empty text sends nothing. */
export async function tellComers(
  ctx: Ctx,
  salon: SalonRow,
  what: 'changed' | 'cancelled',
  text: { ordering: string; waiting: string },
): Promise<void> {
  const comers = await findComers(ctx.db, salon.item_id);
  for (const ordering of [true, false]) {
    const people = comers.filter((one) => one.ordering === ordering).map(({ id }) => id);
    const said = ordering ? text.ordering : text.waiting;
    if (said === '' || people.length === 0) continue;
    await sendNotices(ctx, people, {
      ...{ topic: 'salon', key: `salon:${what}:${salon.item_id}:${unixSeconds(ctx.app.clock.now())}`, title: MOVED[what] },
      ...{ content: `「${salon.title}」${said}`, href: salonPath(salon.item_id) },
    });
  }
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
