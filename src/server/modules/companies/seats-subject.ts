import { COMPANY_PATH, SEATS_MAX } from '#contract/company.ts';
import { vipOf } from '#contract/membership.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { conflict, forbidden, notFound } from '../../kernel/errors.ts';
import { addSeats, endSeats, type SeatLine, type SoldSpec, seatLine, soldSpec, unusedSeats } from '../membership/index.ts';
import type { Offer, OrderRecord, OrderSubject, Quoting } from '../orders/index.ts';
import { isEnterprise } from '../verification/index.ts';

/** Seats of a spec on sale to a company. */
export interface SeatsOffer extends Offer {
  spec: SoldSpec;
  seats: number;
  /** What they follow; null: new ones. */
  line: SeatLine | null;
}

export interface SeatsWish {
  seats: number;
  /** The line that goes on, with as many seats as it has; 0: new ones. */
  line_id: number;
}

/** The sale of seats: the term of a membership for so many people of a company. */
export const seatsSubject: OrderSubject<SeatsOffer> = seatsSale({ seats: 1, line_id: 0 });

/** The same for one purchase. */
export function seatsSale(wish: SeatsWish): OrderSubject<SeatsOffer> {
  return {
    name: 'seats',
    title: '会员席位',
    one_open: true,
    quote: (ctx, buyer_id, spec_id) => quoteSeats(ctx, buyer_id, spec_id, wish),
    links: ({ subject_id, snapshot: { terms = {} } }) => ({
      page: COMPANY_PATH,
      done: COMPANY_PATH,
      pay: `${COMPANY_PATH}?pay=${subject_id}&type=${terms['vip_type']}&seats=${terms['seats']}&line=${terms['line_id']}`,
    }),
    couponType: () => 0,
    texts: () => ({ noun: '席位', owned: '', sold_out: '' }),
    async fulfil(tx, orders) {
      for (const order of orders) await addSeats(tx, soldBy(order));
      return orders.map(() => true);
    },
    isWanted: async () => true,
    revoke: (tx, { id }) => endSeats(tx, id),
    usable: async () => new Set(),
    // each use of a seat leaves its trace with the order, as that of a membership does
    ways: ['member_content', 'member_price', 'member_quota'],
    usedBy: async () => [],
    part: { text: '席位与期限不变' },
    unused: (ctx, order) => unusedSeats(ctx, order.id, order.price_fen - order.coupon_fen),
  };
}

async function quoteSeats(ctx: Ctx, buyer_id: number, spec_id: number, wish: SeatsWish): Promise<Quoting<SeatsOffer>> {
  if (!(await isEnterprise(ctx, buyer_id))) return { refusal: forbidden('企业认证通过后才能购买席位'), price_fen: null };
  const [spec, line] = [await soldSpec(ctx, spec_id), wish.line_id === 0 ? null : await seatLine(ctx, buyer_id, wish.line_id)];
  if (!spec || (wish.line_id > 0 && !line)) return { refusal: notFound('没有这个套餐'), price_fen: null };
  if (spec.plan_status !== 1 || spec.status !== 1) return { refusal: notFound('该套餐暂不能开通'), price_fen: null };
  if (spec.days === null) return { refusal: conflict('终身会员不按席位出售'), price_fen: null };
  const fits = !line || (line.vip_type === spec.vip_type && line.max_download_pre_day === spec.max_download_pre_day);
  if (!fits) return { refusal: conflict('续费只能选同一种会员、每天次数相同的套餐'), price_fen: null };
  const seats = line?.seats ?? Math.min(SEATS_MAX, wish.seats);
  const price_fen = spec.price_fen * seats;
  const { vip_type, max_download_pre_day, days } = spec;
  const terms = { spec_id, vip_type, days, seats, max_download_pre_day, line_id: line?.id ?? 0, unit_fen: spec.price_fen };
  const snapshot = { title: `${vipOf(vip_type)?.name} · ${spec.show_date} × ${seats} 席位`, cover_src: '', kind: 0, format: '', terms };
  return { offer: { spec, seats, line, list_price_fen: price_fen, price_fen, snapshot, publisher: null } };
}

function soldBy({ id, buyer_id, snapshot: { terms = {} } }: OrderRecord) {
  const number = (key: string) => Number(terms[key] ?? 0);
  return {
    ...{ order_id: id, owner_id: buyer_id, line_id: number('line_id') || null, seats: number('seats'), days: number('days') },
    ...{ vip_type: number('vip_type'), spec_id: number('spec_id'), max_download_pre_day: number('max_download_pre_day') },
  };
}

/** The reader's own line. @throws AppError 404 */
export async function requireLine(ctx: Ctx, line_id: number): Promise<SeatLine> {
  const line = await seatLine(ctx, requireUser(ctx), line_id);
  if (!line) throw notFound('席位不存在');
  return line;
}
