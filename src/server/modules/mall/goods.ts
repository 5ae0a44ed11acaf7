import {
  ALL_GOODS,
  GOODS_KINDS,
  type GoodsDetail,
  type GoodsKind,
  type GoodsOrder,
  type GoodsRow,
  type GoodsWish,
} from '#contract/mall.ts';
import { VIP_NAMES } from '#contract/membership.ts';
import type { GoodsForm } from '#contract/outputs/mall.ts';
import { POINT_FEN } from '#contract/staff-bounds.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { yuanToFen } from '../../kernel/money.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { type ActValue, defineStaffAct, performAct } from '../countersign/index.ts';
import { termWorth } from '../membership/index.ts';
import { definitionFace, definitionTitle } from '../vouchers/index.ts';
import { findGoods, findOffered, type GoodsRecord, insertGoods, updateGoods } from './repo.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** Pages that show goods are wrong: one appeared, changed, was redeemed or left. */
    'mall.changed': { goods_id: number };
  }
}

const GONE = '商品不存在或已下架';
const OWN_PATH = /^(\/(?![/\\])[^\s]*)?$/;

export const goodsRow = (row: GoodsRecord): GoodsRow => ({
  ...{ id: row.id, kind: row.kind as GoodsKind, title: row.title, about: row.about, cover: row.cover_src, points: row.points },
  market_price: row.market_price_fen / 100,
  ...{ left_num: row.left_num, redeemed_num: row.redeemed_num, per_person: row.per_person },
});

/** What is offered to everybody, at most 200: of one kind or all, whose name or sentence says all words, in an order. */
export async function offeredGoods(ctx: Ctx, { kind, keyword, order }: GoodsWish = ALL_GOODS): Promise<GoodsRow[]> {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = (await findOffered(ctx.db, kind)).filter(({ title, about }) => {
    const said = `${title} ${about}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  const by = order && BY[order];
  return (by ? rows.toSorted(by) : rows).map(goodsRow);
}

const BY: Record<Exclude<GoodsOrder, ''>, (a: GoodsRecord, b: GoodsRecord) => number> = {
  popular: (a, b) => b.redeemed_num - a.redeemed_num,
  points_up: (a, b) => a.points - b.points,
  points_down: (a, b) => b.points - a.points,
  new: (a, b) => b.id - a.id,
};

/** One of them with its text; null for what is not offered. */
export async function findOfferedGoods(ctx: Ctx, id: number): Promise<GoodsDetail | null> {
  const row = await findGoods(ctx.db, id);
  return row?.is_on ? { ...goodsRow(row), content: row.content } : null;
}

/** The same. @throws AppError 404 for what is not offered */
export async function goodsDetail(ctx: Ctx, id: number): Promise<GoodsDetail> {
  const goods = await findOfferedGoods(ctx, id);
  if (!goods) throw notFound(GONE);
  return goods;
}

/** Goods as staff edit them; 0: an empty form. @throws AppError 403, 404 */
export async function goodsForm(ctx: Ctx, id: number): Promise<GoodsForm> {
  requireVerb(ctx, 'mall.edit');
  const row = id > 0 ? await findGoods(ctx.db, id) : null;
  if (id > 0 && !row) throw notFound('商品不存在');
  const { definition_id = 0, vip_type = 1, days = 30, max_download_pre_day = 5, cards = 1 } = row?.terms ?? {};
  const terms = { definition_id, vip_type, days, max_download_pre_day, cards };
  const left_num = row ? (row.left_num ?? -1) : 10;
  return {
    ...{ id, kind: (row?.kind ?? 'physical') as GoodsKind, title: row?.title ?? '', about: row?.about ?? '', content: row?.content ?? '' },
    ...{ cover: row?.cover_src ?? '', points: row?.points ?? 100, market_price: (row?.market_price_fen ?? 0) / 100, left_num },
    ...{ left_before: left_num, per_person: row?.per_person ?? 1, is_on: row?.is_on ?? false, sort: row?.sort ?? 0, ...terms },
  };
}

const stockOf = (num: number): number | null => (num < 0 ? null : num);

async function termsOf(ctx: Ctx, form: GoodsForm): Promise<Record<string, number>> {
  const { definition_id, vip_type, days, max_download_pre_day, cards } = form;
  if (form.kind === 'coupon') {
    if ((await definitionTitle(ctx, definition_id)) === null) throw invalid({ definition_id: '没有这种优惠券' });
    return { definition_id };
  }
  if (form.kind === 'membership') {
    if (!Object.hasOwn(VIP_NAMES, vip_type)) throw invalid({ vip_type: '会员类型无效' });
    if (days < 1) throw invalid({ days: '请填写会员天数' });
    return { vip_type, days, max_download_pre_day };
  }
  if (form.kind === 'card') {
    if (cards < 1) throw invalid({ cards: '请填写补签卡张数' });
    return { cards };
  }
  return {};
}

const goodsAct = defineStaffAct<GoodsForm, number>({
  name: 'goods.save',
  title: '编辑积分商品',
  verb: 'mall.edit',
  concerns: () => [],
  async value(ctx, form) {
    const before = form.id > 0 ? await findGoods(ctx.db, form.id) : null;
    const terms = await termsOf(ctx, form);
    const same = before && form.points >= before.points && JSON.stringify(terms) === JSON.stringify(before.terms);
    const left = stockOf(form.left_num);
    if (same && (before.left_num === null || (left !== null && left <= before.left_num))) return 0;
    const worth = await worthOf(ctx, form);
    if (worth === 'always') return worth;
    const gift = worth - form.points * POINT_FEN;
    if (gift <= 0) return 0;
    return left === null ? 'always' : gift * left;
  },
  about: (_ctx, form) =>
    `${GOODS_KINDS[form.kind]}「${form.title}」${form.points} 积分，${form.left_num < 0 ? '不限库存' : `库存 ${form.left_num}`}`,
  run: writeGoods,
});

/** What one of the goods is worth, fen. */
async function worthOf(ctx: Ctx, form: GoodsForm): Promise<ActValue> {
  if (form.kind === 'coupon') return definitionFace(ctx, form.definition_id);
  if (form.kind === 'membership') return termWorth(ctx, form);
  // without a price nothing says what leaves with it
  return yuanToFen(form.market_price) || (form.kind === 'physical' ? 'always' : 0);
}

/**
 * Makes goods or changes them; redemptions that stand keep what they were made for. The kind stays. Jobs (seed) may too.
 * @throws AppError 404, 409 when the stock changed meanwhile, code 1 with the wrong fields, and as `performAct`
 */
export function saveGoods(ctx: Ctx, form: GoodsForm): Promise<number> {
  return performAct(ctx, goodsAct, form);
}

async function writeGoods(ctx: Ctx, form: GoodsForm): Promise<number> {
  if (ctx.actor.kind !== 'job') requireVerb(ctx, 'mall.edit');
  const market_price_fen = yuanToFen(form.market_price);
  if (market_price_fen === null) throw invalid({ market_price: '市场价最多两位小数' });
  if (!OWN_PATH.test(form.cover)) throw invalid({ cover: '请填写站内图片地址' });
  const terms = await termsOf(ctx, form);
  return inTransaction(ctx, async (tx) => {
    const before = form.id > 0 ? await findGoods(tx.db, form.id) : null;
    if (form.id > 0 && !before) throw notFound('商品不存在');
    if (before && before.kind !== form.kind) throw invalid({ kind: `种类不能修改，请新建${GOODS_KINDS[form.kind]}商品` });
    const { kind, title, about, content, points, per_person, is_on, sort } = form;
    const values = {
      ...{ kind, title, about, content, cover_src: form.cover, points, market_price_fen, per_person, is_on, sort, terms },
      ...{ left_num: stockOf(form.left_num), updated_at: tx.app.clock.now() },
    };
    if (before && !(await updateGoods(tx.db, form.id, values, stockOf(form.left_before)))) throw conflict('库存已变化，请刷新后再保存');
    const id = before?.id ?? (await insertGoods(tx.db, values));
    await emit(tx, 'mall.changed', { goods_id: id });
    if (tx.actor.kind === 'user') await recordAudit(tx, 'goods.save', `goods:${id}`, { ...form, id });
    return id;
  });
}

/** Puts goods on the shelf or takes them off. @throws AppError 403, 404 */
export async function shelveGoods(tx: TxCtx, id: number, is_on: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'mall.edit');
  if (!(await updateGoods(tx.db, id, { is_on, updated_at: tx.app.clock.now() }))) throw notFound('商品不存在');
  await emit(tx, 'mall.changed', { goods_id: id });
  await recordAudit(tx, is_on ? 'goods.on' : 'goods.off', `goods:${id}`, { reason });
}
