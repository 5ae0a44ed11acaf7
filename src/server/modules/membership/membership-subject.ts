import { vipOf } from '#contract/membership.ts';
import { paths } from '#contract/paths.ts';
import { type Ctx, readTogether } from '../../app/ctx.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import type { Offer, OrderRecord, OrderSnapshot, OrderSubject, Quoting } from '../orders/index.ts';
import { type Buying, type Change, changeFor } from './change.ts';
import { findOfSource, findRest, findSoldSpec, findTypesOf, lowerPaid, type SoldSpec } from './repo.ts';
import { keptPrice, restOfPaid } from './rules.ts';
import { isAsQuoted, takeChanges } from './take-change.ts';
import { activeVips, creditedOf, endTermsOf, holdMembers, refuseCredited } from './terms.ts';

/** A spec on sale to one buyer, with what buying it would do. */
export interface MembershipOffer extends Offer {
  spec: SoldSpec;
  change: Change;
  /** Before credits, fen. */
  whole_fen: number;
  /** Of a piece, to this buyer. */
  unit_fen: number;
}

/** What a buyer says of the purchase besides the spec. */
export interface PurchaseDetails {
  /** How many of the spec's stretches at once. */
  num: number;
  /** From which kind of item, and which: stored with the order, without a share of the revenue. */
  divide_type: number;
  data_id: number;
}

const ONE: PurchaseDetails = { num: 1, divide_type: 0, data_id: 0 };
/** An upgrade that is paid later than this was quoted too long ago. */
const LATE_MS = 86_400_000;

/** Name under which orders give terms. */
export const ORDER_SOURCE = 'order';
const sourceOf = ({ id }: OrderRecord) => ({ name: ORDER_SOURCE, id });

export const FOR_LIFE = '您已是终身会员，无需再次开通';

/** The sale of memberships: what is bought is a term. One open order a buyer: two plans cannot be paid for at once. */
export const membershipSubject: OrderSubject<MembershipOffer> = membershipSale(ONE);

/** The same for one purchase with its details. */
export function membershipSale(details: PurchaseDetails): OrderSubject<MembershipOffer> {
  return {
    name: 'membership',
    title: '会员',
    one_open: true,
    confirms_free: true,
    quote: (ctx, buyer_id, spec_id) => quoteSpec(ctx, buyer_id, spec_id, details),
    links: ({ subject_id, snapshot, orderid }) => ({
      page: '/personalCenter/myVipschemeOrder',
      done: paths.vipResult(orderid),
      pay: paths.payVip(Number(snapshot.terms?.vip_type), subject_id),
    }),
    couponType: ({ terms }) => vipOf(Number(terms?.vip_type))?.coupon_type ?? 0,
    texts: () => ({ noun: '会员', owned: FOR_LIFE, sold_out: '该套餐已售完' }),
    lockBuyers: holdMembers,
    async fulfil(tx, orders) {
      const sorted = orders.toSorted((a, b) => a.buyer_id - b.buyer_id || a.id - b.id);
      const taken = await takeChanges(
        tx,
        sorted.map((order) => ({ ...quotedIn(order), paid_fen: order.price_fen - order.coupon_fen, source: sourceOf(order) })),
      );
      const given = new Map(sorted.map(({ id }, at) => [id, taken[at]]));
      return orders.map(({ id }) => given.get(id) === true);
    },
    async isWanted(tx, order) {
      const quoted = quotedIn(order);
      const is_late = tx.app.clock.now().getTime() - quoted.at.getTime() > LATE_MS;
      if (is_late && quoted.change.closes.length > 0) return false;
      return isAsQuoted(tx, quoted);
    },
    async revoke(tx, order) {
      await refuseCredited(tx, order.buyer_id, sourceOf(order));
      await endTermsOf(tx, sourceOf(order));
    },
    async usable(ctx, user_id, spec_ids) {
      const [types, vips] = await readTogether(
        ctx,
        () => findTypesOf(ctx.db, spec_ids),
        () => activeVips(ctx, user_id),
      );
      return new Set(spec_ids.filter((id) => vips.has(types.get(id) ?? 0)));
    },
    credit: ({ snapshot, list_price_fen }) => Math.max(0, Number(snapshot.terms?.['price_fen'] ?? 0) - list_price_fen),
    ways: ['member_content', 'member_price', 'member_quota', 'credited'],
    usedBy: async (ctx, order) => ((await creditedOf(ctx, sourceOf(order))) === null ? [] : ['credited']),
    part: {
      text: '买家保留会员权益',
      // a part that was given back is no longer credited by an upgrade; refused when it was credited already
      async take(tx, order, amount_fen) {
        await refuseCredited(tx, order.buyer_id, sourceOf(order));
        await lowerPaid(tx.db, sourceOf(order), amount_fen);
      },
    },
    // what was credited comes back as the terms that it was taken from
    async unused(ctx, order) {
      const now = ctx.app.clock.now();
      const money_fen = order.price_fen - order.coupon_fen;
      const whole_fen = money_fen + quotedIn(order).change.credit_fen;
      const left = (await findOfSource(ctx.db, sourceOf(order))).filter(({ to }) => to > now);
      const rest_fen = left.reduce((sum, term) => sum + restOfPaid(term, now), 0);
      return whole_fen === 0 ? 0 : Math.floor((rest_fen * money_fen) / whole_fen);
    },
  };
}

async function quoteSpec(ctx: Ctx, buyer_id: number, spec_id: number, details: PurchaseDetails): Promise<Quoting<MembershipOffer>> {
  const now = ctx.app.clock.now();
  const [spec, rest] = await readTogether(
    ctx,
    () => findSoldSpec(ctx.db, spec_id),
    () => findRest(ctx.db, buyer_id, now),
  );
  if (!spec) return { refusal: notFound('没有这个套餐'), price_fen: null };
  if (spec.plan_status !== 1 || spec.status !== 1) return { refusal: notFound('该套餐暂不能开通'), price_fen: null };
  const unit_fen = keptPrice(rest, spec);
  const buying = buyingOf({ ...spec, price_fen: unit_fen }, details.num);
  const change = changeFor(rest, buying, now);
  if (!change) return { refusal: conflict(FOR_LIFE, { owned: true }), price_fen: null };
  const snapshot: OrderSnapshot = {
    title: `${spec.plan_name} · ${spec.show_date}${details.num > 1 ? ` × ${details.num}` : ''}`,
    cover_src: '',
    kind: 0,
    format: '',
    terms: {
      ...{ spec_id, unit_fen },
      vip_type: buying.vip_type,
      days: buying.length === 'lifetime' ? 0 : buying.length,
      price_fen: buying.price_fen,
      org_price_fen: buying.org_price_fen,
      max_download_pre_day: buying.max_download_pre_day,
      change: change.kind,
      at_ms: now.getTime(),
      credit_fen: change.credit_fen,
      closes: change.closes.map(({ id, credit_fen }) => `${id}:${credit_fen}`).join(','),
      divide_type: details.divide_type,
      data_id: details.data_id,
    },
  };
  const price_fen = change.price_fen;
  return {
    offer: { spec, change, unit_fen, whole_fen: buying.price_fen, list_price_fen: price_fen, price_fen, snapshot, publisher: null },
  };
}

/** Several of a lifetime are one. */
function buyingOf(spec: SoldSpec, num: number): Buying {
  const times = spec.days === null ? 1 : num;
  return {
    vip_type: spec.vip_type,
    length: spec.days === null ? 'lifetime' : spec.days * times,
    price_fen: spec.price_fen * times,
    org_price_fen: spec.org_price_fen * times,
    max_download_pre_day: spec.max_download_pre_day,
    ...{ spec_id: spec.id, unit_fen: spec.price_fen },
  };
}

/** What the buyer was quoted, as the order keeps it. */
function quotedIn({ buyer_id, snapshot: { terms = {} } }: OrderRecord) {
  const number = (key: string) => Number(terms[key] ?? 0);
  const days = number('days');
  const closes = String(terms.closes ?? '')
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const [id, credit_fen] = pair.split(':');
      return { id: Number(id), credit_fen: Number(credit_fen) };
    });
  const buying: Buying = {
    vip_type: number('vip_type'),
    length: days === 0 ? 'lifetime' : days,
    price_fen: number('price_fen'),
    org_price_fen: number('org_price_fen'),
    max_download_pre_day: number('max_download_pre_day'),
    ...{ spec_id: number('spec_id'), unit_fen: number('unit_fen') },
  };
  return { user_id: buyer_id, buying, at: new Date(number('at_ms')), change: { closes, credit_fen: number('credit_fen') } };
}
