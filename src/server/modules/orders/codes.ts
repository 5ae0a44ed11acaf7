import { plainCode } from '#contract/discount.ts';
import type { Ctx, TxCtx } from '../../app/ctx.ts';
import type { Queryable } from '../../db/pool.ts';
import { statement } from '../../db/statement.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Fen } from '../../kernel/money.ts';
import { type CodeUses, findByCode, lockDiscount, offOf, whyNoCode } from '../discounts/index.ts';
import { type Choice, quoteOrder, type ShownQuote } from './quote-order.ts';
import type { OrderRecord } from './repo.ts';
import type { Offer, OrderSubject } from './subjects.ts';

/** Why a code is not taken, for its buyer. */
export class CodeRefused extends AppError {}

type UseOf = Pick<OrderRecord, 'buyer_id' | 'subject' | 'subject_id'>;
/** Of a code; 0: no bound. */
type Bounds = { id: number; most: number; per_person: number };

// no further than what the code allows: one without an end may stand in any number of orders
const uses = statement<CodeUses>(
  'orders_code_uses',
  `with used as (select buyer_id from orders
     where code_id = $1 and status in (1, 2) and not (status = 1 and buyer_id = $2 and subject = $3 and subject_id = $4))
   select (select count(*)::int from (select 1 from used limit $5::int) a) as "all",
     (select count(*)::int from (select 1 from used where buyer_id = $2 limit $6::int) o) as own`,
);

/** What is open of this buyer and subject is what is placed or replaced: it counts for nothing. */
const usesOf = async (db: Queryable, { id, most, per_person }: Bounds, { buyer_id, subject, subject_id }: UseOf): Promise<CodeUses> =>
  (await uses(db, [id, buyer_id, subject, subject_id, most, per_person]))[0] as CodeUses;

/**
 * The subject as a publisher's code sells it: off the price of everybody, out of the publisher's share, in place of what a membership, an early
 * day or a coupon would take off (`DISCOUNT_RULE`). Empty: as it is.
 */
export function withCode<O extends Offer>(subject: OrderSubject<O>, typed: string): OrderSubject<O> {
  const code = plainCode(typed);
  if (code === '') return subject;
  return {
    ...subject,
    couponType: () => 0,
    // the price rests on no membership
    takeOffer: async () => true,
    async quote(ctx, buyer_id, subject_id) {
      const quoting = await subject.quote(ctx, buyer_id, subject_id);
      if (!('offer' in quoting)) return quoting;
      const taken = await take(ctx, quoting.offer, code, { buyer_id, subject: subject.name, subject_id });
      return typeof taken === 'string' ? { refusal: new CodeRefused(taken), price_fen: null } : { offer: taken };
    },
  };
}

async function take<O extends Offer>(ctx: Ctx, offer: O, code: string, of: UseOf): Promise<O | string> {
  const { publisher, list_price_fen: list_fen, price_fen, snapshot } = offer;
  const row = publisher && (await findByCode(ctx.db, publisher.id, code));
  if (!row || !publisher) return '优惠码不正确，或不是这位发布者的';
  const now = ctx.app.clock.now();
  const why = whyNoCode(row, await usesOf(ctx.db, row, of), { item_id: of.subject_id, list_fen, now });
  if (why !== null) return why;
  const off_fen = offOf(row, { list_fen, share_bp: publisher.share_bp });
  if (list_fen - off_fen >= price_fen) return '您现在的价格已不高于优惠码的价格，不必使用';
  const terms = { ...snapshot.terms, code: row.code };
  return { ...offer, price_fen: list_fen - off_fen, snapshot: { ...snapshot, saved_by: 'code', terms }, code: { id: row.id, off_fen } };
}

/** Holds a use for an order: of many at once no more than there are. The caller wrote or locked the order. */
export async function holdCode(tx: TxCtx, order: OrderRecord): Promise<boolean> {
  if (order.code_id === null) return true;
  const row = await lockDiscount(tx.db, order.code_id);
  if (!row) return false;
  const { subject_id: item_id, list_price_fen: list_fen } = order;
  return whyNoCode(row, await usesOf(tx.db, row, order), { item_id, list_fen, now: tx.app.clock.now() }) === null;
}

/**
 * A quote with the code that was named, or that of the open order where none was. A code that cannot be used leaves the usual price and says why.
 * @throws as `quoteOrder`
 */
export async function quoteCoded<O extends Offer>(
  ctx: Ctx,
  subject: OrderSubject<O>,
  subject_id: number,
  { code, ...choice }: Choice & { code?: string | undefined },
): Promise<ShownQuote<O> & { code: string; code_refusal: string }> {
  try {
    const quote = await quoteOrder(ctx, withCode(subject, code ?? ''), subject_id, choice);
    const open = code === undefined ? quote.open_terms?.code : undefined;
    if (open) return await quoteCoded(ctx, subject, subject_id, { ...choice, coupon_id: 0, code: String(open) });
    return { ...quote, code: plainCode(code ?? ''), code_refusal: '' };
  } catch (error) {
    if (!(error instanceof CodeRefused)) throw error;
    return { ...(await quoteOrder(ctx, subject, subject_id, choice)), code: '', code_refusal: error.message };
  }
}

export interface CodeSales {
  used_num: number;
  sold_num: number;
  sold_fen: Fen;
  off_fen: Fen;
}

const sales = statement<CodeSales & { code_id: number }>(
  'orders_code_sales',
  `select code_id, count(*)::int as used_num, count(*) filter (where status = 2)::int as sold_num,
     coalesce(sum(price_fen) filter (where status = 2), 0)::float8 as sold_fen, coalesce(sum(code_fen) filter (where status = 2), 0)::float8 as off_fen
   from orders where code_id = any($1::bigint[]) and status in (1, 2) group by code_id`,
);

/** What came of codes: orders that are open or paid, and what the paid ones brought and gave. Codes without any are absent. */
export async function salesByCode(ctx: Ctx, code_ids: readonly number[]): Promise<Map<number, CodeSales>> {
  return new Map((await sales(ctx.db, [code_ids])).map(({ code_id, ...sold }) => [code_id, sold]));
}
