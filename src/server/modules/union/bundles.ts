import { vipOf } from '#contract/membership.ts';
import type { UnionPartShown } from '#contract/outputs/active.ts';
import type { UnionForm, UnionVip } from '#contract/union.ts';
import { type Ctx, inTransaction, requireVerb, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { type Fen, fenToYuan, yuanToFen } from '../../kernel/money.ts';
import { inStrips } from '../../kernel/strips.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { defineStaffAct, performAct } from '../countersign/index.ts';
import { alonePrices } from '../membership/index.ts';
import { type BundleRow, findBundle, findBundles, findStatement, insertBundle, updateBundle } from './repo.ts';
import { maskedPhone, PARTNER_MONTHS_MOST, type UnionPart, unusedPart } from './rules.ts';

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    /** Pages that show bundles are wrong. */
    'union.changed': Record<string, never>;
  }
}

const OWN_PATH = /^\/(?![/\\])/;

function partShown(part: UnionPart): UnionPartShown {
  return part.sort === 'plan'
    ? { title: part.title, duration: `${part.days} 天`, is_partner: 0 }
    : { title: part.title, duration: `${part.months} 个月`, is_partner: 1 };
}

function unionVip(row: BundleRow): UnionVip {
  const { id, title, summary, img, bottom_img, protocol_url, protocol_title } = row;
  const prices = { price: row.price_fen / 100, org_price: row.org_price_fen / 100 };
  return { id, title, summary, img, ...prices, bottom_img, protocol_url, protocol_title, parts: row.parts.map(partShown) };
}

/** What is sold now, the first first. The same for everybody. */
export async function unionVips(ctx: Ctx): Promise<UnionVip[]> {
  const [rows, dearer] = await Promise.all([findBundles(ctx.db), dearerParts(ctx)]);
  return rows.filter((row) => dearer(row) === null).map(unionVip);
}

type PlanPart = Pick<Extract<UnionPart, { sort: 'plan' }>, 'title' | 'vip_type' | 'days'>;

interface Priced {
  price_fen: Fen;
  parts: ReadonlyArray<PlanPart | Extract<UnionPart, { sort: 'partner' }>>;
}

/**
 * By the plans of now: which membership of a bundle costs more alone than the whole of it, in words; null: none. Then one of both prices is wrong,
 * and the bundle is not sold (0206, 0238).
 */
export async function dearerParts(ctx: Ctx): Promise<(bundle: Priced) => string | null> {
  const alone = await alonePrices(ctx);
  return ({ price_fen, parts }) => {
    for (const part of parts) {
      if (!('vip_type' in part)) continue;
      const alone_fen = alone(part);
      if (alone_fen !== null && alone_fen > price_fen)
        return `售价低于单独开通其中「${part.title}」${part.days} 天的 ¥${fenToYuan(alone_fen)}`;
    }
    return null;
  };
}

/** One that is sold now; null: it is not. */
export async function unionVipById(ctx: Ctx, id: number): Promise<UnionVip | null> {
  const [row, dearer] = await Promise.all([findBundle(ctx.db, id), dearerParts(ctx)]);
  return row?.is_on === true && dearer(row) === null ? unionVip(row) : null;
}

/** The partners of what is sold now, each once. */
export async function unionPartners(ctx: Ctx): Promise<string[]> {
  const parts = (await findBundles(ctx.db)).flatMap((row) => row.parts);
  return [...new Set(parts.flatMap((part) => (part.sort === 'partner' ? [part.partner] : [])))];
}

/** The form of a bundle. @throws AppError 403, 404 */
export async function unionForm(ctx: Ctx, id: number): Promise<UnionForm> {
  requireVerb(ctx, 'campaign.edit');
  const row = await findBundle(ctx.db, id);
  if (!row) throw notFound('没有这个联合会员');
  const { title, summary, img, bottom_img, protocol_url, protocol_title, sort, is_on } = row;
  const empty = { vip_type: 0, days: 0, max_download_pre_day: 0, partner: '', product: '', months: 0 };
  const parts = row.parts.map((part) => ({ ...empty, ...part, share: part.share / 100 }));
  const prices = { price: row.price_fen / 100, org_price: row.org_price_fen / 100 };
  return { id, title, summary, img, bottom_img, ...prices, protocol_url, protocol_title, sort, is_on, parts };
}

/** What is wrong with a form, by field. */
function wrongOf(form: UnionForm): Record<string, string> {
  const wrong: Record<string, string> = {};
  const price_fen = yuanToFen(form.price) ?? 0;
  if (price_fen <= 0) wrong['price'] = '售价为 0.01 元以上，最多两位小数';
  if ((yuanToFen(form.org_price) ?? -1) < price_fen) wrong['org_price'] = '原价不能低于售价';
  for (const field of ['img', 'bottom_img', 'protocol_url'] as const) {
    if (form[field] !== '' && !OWN_PATH.test(form[field])) wrong[field] = '请填写本站的路径，以 / 开头';
  }
  const shares = form.parts.map(({ share }) => Math.round(share * 100));
  if (form.parts.length === 0) wrong['parts'] = '请至少填写一项权益';
  else if (shares.reduce((sum, share) => sum + share, 0) !== 10_000) wrong['parts'] = '各项权益的占比之和应为 100%';
  for (const part of form.parts) {
    if (part.title === '') wrong['parts'] = '请填写每项权益的名称';
    else if (part.sort === 'plan' && (vipOf(part.vip_type) === null || part.days < 1)) wrong['parts'] = '策猫会员需要类型与天数';
    else if (part.sort === 'partner' && (part.partner === '' || part.product === '' || part.months < 1))
      wrong['parts'] = '合作方权益需要合作方、产品与月数';
  }
  const months = form.parts.reduce((sum, part) => sum + (part.sort === 'partner' ? part.months : 0), 0);
  if (months > PARTNER_MONTHS_MOST) wrong['parts'] = '合作视频会员的总时长不能超过 5 年';
  return wrong;
}

const saveAct = defineStaffAct<UnionForm, number>({
  name: 'union.save',
  title: '编辑联合会员',
  verb: 'campaign.edit',
  concerns: () => [],
  value: () => 'always',
  about: (_ctx, { title, price, parts }) => `「${title}」售价 ¥${price}：${parts.map((part) => part.title).join('，')}`,
  run: writeUnion,
});

/** Makes a bundle or changes it; orders keep the parts they were placed with. Jobs (seed) may too. @throws AppError 404, code 1, and as `performAct` */
export function saveUnion(ctx: Ctx, form: UnionForm): Promise<number> {
  return performAct(ctx, saveAct, form);
}

async function writeUnion(ctx: Ctx, form: UnionForm): Promise<number> {
  const staff_id = ctx.actor.kind === 'job' ? null : requireVerb(ctx, 'campaign.edit');
  const wrong = wrongOf(form);
  const parts_of_ours = form.parts.filter(({ sort }) => sort === 'plan');
  const dearer = (await dearerParts(ctx))({ price_fen: yuanToFen(form.price) ?? 0, parts: parts_of_ours });
  if (dearer !== null) wrong['price'] ??= `${dearer}，请提高售价，或先调整会员套餐`;
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const { id, price, org_price, parts, ...texts } = form;
  const now = ctx.app.clock.now();
  const values = {
    ...texts,
    price_fen: yuanToFen(price) as number,
    org_price_fen: yuanToFen(org_price) as number,
    parts: parts.map((part): UnionPart => {
      const shared = { title: part.title, share: Math.round(part.share * 100) };
      return part.sort === 'plan'
        ? { sort: 'plan', ...shared, vip_type: part.vip_type, days: part.days, max_download_pre_day: part.max_download_pre_day }
        : { sort: 'partner', ...shared, partner: part.partner, product: part.product, months: part.months };
    }),
    updated_at: now,
  };
  return inTransaction(ctx, async (tx) => {
    if (id > 0 && !(await updateBundle(tx.db, id, values))) throw notFound('没有这个联合会员');
    const saved = id > 0 ? id : await insertBundle(tx.db, values, now);
    if (staff_id !== null) await recordAudit(tx, 'union.save', `union:${saved}`, { title: form.title, price, parts: parts.length });
    await emit(tx, 'union.changed', {});
    return saved;
  });
}

/** Puts a bundle on sale or takes it off. @throws AppError 403, 404; 409 while its price is wrong */
export async function switchUnion(tx: TxCtx, id: number, is_on: boolean, reason: string): Promise<void> {
  requireVerb(tx, 'campaign.edit');
  const row = is_on ? await findBundle(tx.db, id) : null;
  const dearer = row && (await dearerParts(tx))(row);
  if (dearer) throw conflict(`${dearer}，请先修改售价`);
  if (!(await updateBundle(tx.db, id, { is_on, updated_at: tx.app.clock.now() }))) throw notFound('没有这个联合会员');
  await recordAudit(tx, is_on ? 'union.on' : 'union.off', `union:${id}`, { reason });
  await emit(tx, 'union.changed', {});
}

/** A line of the partner's statement; amounts in fen. */
export interface UnionStatementLine {
  request_no: string;
  partner_no: string;
  partner: string;
  product: string;
  months: number;
  masked_phone: string;
  what: 'granted' | 'taken_back';
  at: Date;
  amount_fen: number;
}

/** The months' bounds in Shanghai. */
function monthBounds(month: string): [Date, Date] {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const at = (y: number, m: number) => new Date(Date.UTC(y, m - 1, 1) - 8 * 3_600_000);
  return [at(year, number), at(year, number + 1)];
}

/**
 * What we owe a partner for a month (YYYY-MM): every right that was given in it, and with a minus the unused part of every one that was taken
 * back in it. An empty partner: all. @throws AppError 403
 */
export async function unionStatement(ctx: Ctx, want: { month: string; partner: string }): Promise<UnionStatementLine[]> {
  requireVerb(ctx, 'campaign.edit');
  const [from, to] = monthBounds(want.month);
  const rows = await findStatement(ctx.db, want.partner, from, to);
  const lines: UnionStatementLine[] = [];
  for await (const { phone, price_fen, starts_at, ends_at, granted_at, ended_at, ...row } of inStrips(rows)) {
    const shown = { ...row, masked_phone: maskedPhone(phone) };
    if (granted_at >= from && granted_at < to) lines.push({ ...shown, what: 'granted', at: granted_at, amount_fen: price_fen });
    if (ended_at !== null && ended_at >= from && ended_at < to) {
      lines.push({ ...shown, what: 'taken_back', at: ended_at, amount_fen: -unusedPart({ price_fen, starts_at, ends_at }, ended_at) });
    }
  }
  return lines;
}
