import { equitiesFault } from '#contract/equities.ts';
import { type PlanForm, type StaffTerms, vipOf } from '#contract/membership.ts';
import type { SpecForm } from '#contract/outputs/membership.ts';
import { type Ctx, inTransaction, requireVerb } from '../../app/ctx.ts';
import { shanghaiDay, unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { fenToYuan } from '../../kernel/money.ts';
import { emit, recordAudit } from '../../outbox/outbox.ts';
import { type ActValue, defineStaffAct, performAct, refuseOwn } from '../countersign/index.ts';
import { sendNotices } from '../notices/index.ts';
import { sourceText, termDto } from './own-membership.ts';
import {
  countTermsOf,
  findPlans,
  findTerm,
  findTermsOf,
  insertSpecs,
  lockPlans,
  type PlanRow,
  type SpecRow,
  updatePlan,
  updateSpec,
  withdrawSpecs,
} from './repo.ts';
import { LIFETIME_END } from './rules.ts';
import { endTerm, extendMembership, type GivenTerm } from './terms.ts';

/** All plans with all their specs, those off sale too. @throws AppError 403 */
export async function planForms(ctx: Ctx): Promise<PlanForm[]> {
  requireVerb(ctx, 'vip.see');
  return (await findPlans(ctx.db, false)).map(formOf);
}

function formOf(plan: PlanRow & { specs: SpecRow[] }): PlanForm {
  return {
    ...{ id: plan.id, vip_type: plan.vip_type, name: plan.name, introduction: plan.introduction },
    status: plan.status === 1 ? 1 : 2,
    equities: plan.equities,
    specs: plan.specs.map((spec) => ({
      ...{ id: spec.id, show_date: spec.show_date, spec_desc: spec.spec_desc, days: spec.days ?? 0 },
      ...{ price: spec.price_fen / 100, org_price: spec.org_price_fen / 100, max_download_pre_day: spec.max_download_pre_day },
      ...{ without: spec.without, status: spec.status === 1 ? 1 : 2 },
    })),
  };
}

declare module '../../outbox/outbox.ts' {
  interface OutboxEvents {
    'vip.plans_changed': { plan_id: number };
  }
}

export interface PlanChange extends Omit<PlanForm, 'vip_type' | 'specs'> {
  specs: Array<Omit<SpecForm, 'price' | 'org_price'> & { price_fen: number; org_price_fen: number }>;
}

/**
 * Saves a plan with its specs in the order given. A spec that is left out goes off sale but remains: orders reference it. Orders that stand keep
 * what they were placed at. Writes an audit row with the prices before and after. @throws AppError 403, 404, code 1 by field
 */
export function savePlan(ctx: Ctx, form: PlanChange): Promise<void> {
  return performAct(ctx, planAct, form);
}

const planAct = defineStaffAct<PlanChange, void>({
  name: 'vip.edit',
  title: '修改会员套餐',
  verb: 'vip.edit',
  concerns: () => [],
  async value(ctx, form) {
    const plan = (await findPlans(ctx.db, false)).find(({ id }) => id === form.id);
    return plan && isDearerOnly(plan.specs, form.specs) ? 0 : 'always';
  },
  about: (_ctx, { name, specs }) => `「${name}」：${specs.map((spec) => `${spec.show_date} ¥${fenToYuan(spec.price_fen)}`).join('，')}`,
  run: writePlan,
});

/** Whether nothing that is sold becomes cheaper, longer or more, and nothing new is sold. */
function isDearerOnly(before: readonly SpecRow[], after: PlanChange['specs']): boolean {
  const limit = (num: number) => (num === 0 ? Number.POSITIVE_INFINITY : num);
  return after
    .filter(({ status }) => status === 1)
    .every((spec) => {
      const was = before.find(({ id }) => id === spec.id);
      return (
        was?.status === 1 &&
        spec.price_fen >= was.price_fen &&
        limit(spec.days) <= limit(was.days ?? 0) &&
        limit(spec.max_download_pre_day) <= limit(was.max_download_pre_day)
      );
    });
}

async function writePlan(ctx: Ctx, form: PlanChange): Promise<void> {
  requireVerb(ctx, 'vip.edit');
  await inTransaction(ctx, async (tx) => {
    await lockPlans(tx.db);
    const plan = (await findPlans(tx.db, false)).find(({ id }) => id === form.id);
    if (!plan) throw notFound('没有这种会员');
    const known = new Set(plan.specs.map(({ id }) => id));
    if (form.specs.some(({ id }) => id > 0 && !known.has(id))) throw invalid({ specs: '套餐不属于这种会员' });
    if (form.specs.some(({ price_fen, org_price_fen }) => org_price_fen < price_fen)) throw invalid({ specs: '划线价不能低于现价' });
    const ids = form.equities.map(({ id }) => id);
    if (new Set(ids).size !== ids.length) throw invalid({ equities: '权益编号重复' });
    const fault = equitiesFault(
      plan.vip_type,
      form.equities,
      form.specs.filter((spec) => spec.status === 1),
    );
    if (fault !== null) throw invalid({ equities: fault });
    const updated_at = tx.app.clock.now();
    const { name, introduction, status, equities } = form;
    await updatePlan(tx.db, plan.id, { name, introduction, status, equities, updated_at });
    // of another length it is another spec: members keep the price of the one that they had
    const kept = new Set(
      form.specs.filter(({ id, days }) => plan.specs.some((was) => was.id === id && (was.days ?? 0) === days)).map(({ id }) => id),
    );
    await withdrawSpecs(
      tx.db,
      plan.specs.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
      updated_at,
    );
    for (const [sort, { id, days, ...spec }] of form.specs.entries()) {
      const row = { ...spec, days: days === 0 ? null : days, without: spec.without.filter((one) => ids.includes(one)), sort, updated_at };
      if (kept.has(id)) await updateSpec(tx.db, id, row);
      else await insertSpecs(tx.db, [{ ...row, plan_id: plan.id }]);
    }
    const prices = (specs: ReadonlyArray<{ show_date: string; price_fen: number }>) =>
      specs.map(({ show_date, price_fen }) => `${show_date} ${price_fen}`).join(', ');
    await emit(tx, 'vip.plans_changed', { plan_id: plan.id });
    await recordAudit(tx, 'vip.edit', `vip:${plan.vip_type}`, { before: prices(plan.specs), after: prices(form.specs), status });
  });
}

/** All terms of a user, ended and closed ones too, the newest first. @throws AppError 403 */
export async function staffTerms(
  ctx: Ctx,
  { user_id, page, limit }: { user_id: number; page: number; limit: number },
): Promise<StaffTerms> {
  requireVerb(ctx, 'vip.see');
  const now = ctx.app.clock.now();
  const rows = await findTermsOf(ctx.db, user_id, (page - 1) * limit, limit);
  const list = rows.map((row) => ({
    ...termDto(row, now),
    credit_price: row.is_over ? 0 : termDto(row, now).credit_price,
    source: sourceText(row.source),
    source_id: row.source_id,
    paid: row.paid_fen / 100,
    closed_at: row.closed_at ? unixSeconds(row.closed_at) : 0,
  }));
  return { list, total: await countTermsOf(ctx.db, user_id), page, limit };
}

interface TermGift {
  user_id: number;
  vip_type: number;
  days: number;
  max_download_pre_day: number;
  reason: string;
}

const giveAct = defineStaffAct<TermGift, GivenTerm>({
  name: 'vip.give',
  title: '赠送会员',
  verb: 'vip.give',
  concerns: (_ctx, { user_id }) => [user_id],
  value: termWorth,
  about: (_ctx, { user_id, vip_type, days, reason }) => `用户 ${user_id} 获赠 ${days} 天${vipOf(vip_type)?.name ?? '会员'}（${reason}）`,
  run: writeTerm,
});

/** What days of a membership cost at the dearest rate that is sold; a lifetime counts as ten years. Never sold: always a second person. */
export async function termWorth(ctx: Ctx, { vip_type, days }: { vip_type: number; days: number }): Promise<ActValue> {
  const plan = (await findPlans(ctx.db, false)).find((one) => one.vip_type === vip_type);
  const rates = (plan?.specs ?? []).filter(({ price_fen }) => price_fen > 0).map((spec) => spec.price_fen / (spec.days ?? LIFETIME_DAYS));
  return rates.length === 0 ? 'always' : Math.ceil(Math.max(...rates) * days);
}

const LIFETIME_DAYS = 3_650;

/** Days of a membership for a user, after what they have; they get a message. Writes an audit row. @throws as `performAct` */
export function giveTerm(ctx: Ctx, gift: TermGift): Promise<GivenTerm> {
  return performAct(ctx, giveAct, gift);
}

async function writeTerm(ctx: Ctx, gift: TermGift): Promise<GivenTerm> {
  requireVerb(ctx, 'vip.give');
  return inTransaction(ctx, async (tx) => {
    const { reason, ...term } = gift;
    const given = await extendMembership(tx, { ...term, source: { name: 'staff', id: 0 } });
    await recordAudit(tx, 'vip.give', `user:${gift.user_id}`, { ...term, term_id: given.term_id, reason });
    const name = vipOf(gift.vip_type)?.name ?? '会员';
    await sendNotices(tx, [gift.user_id], {
      ...{ topic: 'wallet', key: `term:${given.term_id}:given`, title: `您获赠 ${gift.days} 天${name}` },
      content:
        given.to >= LIFETIME_END ? `您的${name}是终身有效的，权益不变。` : `${shanghaiDay(given.from)} 至 ${shanghaiDay(given.to)} 有效。`,
      href: '/personalCenter/myVipschemeOrder',
    });
    return given;
  });
}

/**
 * Ends one term early; what waits behind it moves up. No money moves: a bought one is ended by refunding its order.
 * @throws AppError 403, 404, 409 for a bought or an ended one
 */
export async function endTermEarly(ctx: Ctx, input: { term_id: number; reason: string }): Promise<void> {
  requireVerb(ctx, 'vip.give');
  const term = await findTerm(ctx.db, input.term_id);
  if (!term) throw notFound('没有这段会员');
  await refuseOwn(ctx, [term.user_id]);
  if (term.paid_fen > 0) throw conflict('这段会员是付费开通的，请为订单退款');
  await inTransaction(ctx, async (tx) => {
    if (!(await endTerm(tx, input.term_id))) throw conflict('这段会员已经结束');
    await recordAudit(tx, 'vip.end', `user:${term.user_id}`, { term_id: term.id, vip_type: term.vip_type, reason: input.reason });
  });
}
