import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { EQUITY_RULES, type EquityRuleName, equitiesFault, equityRule, rulesOf } from '#contract/equities.ts';
import { KINDS, type KindFacts, VIP_ALL } from '#contract/kinds.ts';
import { MEMBER_CALLS, VIP_TYPES, type VipPlan } from '#contract/membership.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { pricesOf } from '#server/modules/access/prices.ts';
import { decideAccess, membershipIn, type Reader, unlocksLeft } from '#server/modules/access/rules.ts';
import { DEFAULT_PLANS } from '#server/modules/membership/default-plans.ts';
import { installPlans, planForms, savePlan } from '#server/modules/membership/index.ts';
import { vip_plans, vip_specs } from '#server/modules/membership/tables.ts';
import { opensTenders } from '#server/modules/offers/rules.ts';
import { limitsOf } from '#server/modules/offers/settings.ts';
import { saveUnion, switchUnion, unionSubject, unionVipById, unionVips } from '#server/modules/union/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson } from '../support/people.ts';

const t = testApp();
let plans: VipPlan[];
beforeAll(async () => {
  await inTransaction(t.ctx(), installPlans);
  plans = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data.list;
});

const sold = Object.values<KindFacts>(KINDS).flatMap((kind) => (kind.sale ? [kind] : []));
const reader = (vip_type: number, change: Partial<Reader> = {}): Reader => ({
  ...{ user_id: 7, is_staff: false, grants: [], voucher_count: 0, unlocks: unlocksLeft([{ max_download_pre_day: 5 }], 0) },
  ...membershipIn(KINDS.scheme, new Set([vip_type])),
  ...change,
});
const item = (kind: number, change: object = {}) => ({
  ...{ id: 1, kind, publisher_id: 1, status: 'published', price_fen: 10_000, org_price_fen: 10_000, vip_only: false },
  ...change,
});
/** Kinds of which this membership is one. */
const kindsOf = (vip_type: number) => sold.filter((kind) => membershipIn(kind, new Set([vip_type])).is_member);

/** That the rule really gives its benefit to holders of a membership and to others not. A rule without a proof is none. */
const PROOFS: Record<EquityRuleName, (vip_type: number) => boolean | Promise<boolean>> = {
  discount: (vip) =>
    kindsOf(vip).some((kind) => (pricesOf(kind, item(kind.code)).member_fen ?? 10_000) < 10_000) && kindsOf(-1).length === 0,
  unlock: (vip) =>
    kindsOf(vip).some((kind) => {
      const offers = (of: Partial<Reader>) => {
        const decided = decideAccess(kind, item(kind.code, { vip_only: true }), reader(vip, of));
        return decided.allowed ? [] : decided.offers.map((one) => one.kind);
      };
      return offers({ is_member: true }).includes('member_unlock') && !offers({ is_member: false }).includes('member_unlock');
    }),
  unlimited: (vip) =>
    kindsOf(vip).some((kind) => {
      const unlocks = unlocksLeft([{ max_download_pre_day: 0 }], 1_000);
      return decideAccess(kind, item(kind.code, { vip_only: true }), reader(vip, { is_member: true, unlocks })).allowed;
    }),
  album: (vip) => sold.some((kind) => membershipIn(kind, new Set([vip])).opens_whole),
  tenders: (vip) => opensTenders(new Set([vip])),
  tender_files: (vip) => opensTenders(new Set([vip])),
  async offers(vip) {
    const { plain, bidding } = await limitsOf(t.ctx());
    return opensTenders(new Set([vip])) && bidding > plain;
  },
};

describe('M8 every benefit that is sold', () => {
  it('names a rule that gives it to this very membership, in default plans and on the page', async () => {
    expect(Object.keys(PROOFS).toSorted()).toEqual(Object.keys(EQUITY_RULES).toSorted());
    for (const { vip_type, equities, specs } of DEFAULT_PLANS) {
      expect(equities.length).toBeGreaterThan(0);
      expect(
        equitiesFault(
          vip_type,
          equities,
          specs.map((spec) => ({ without: [], ...spec })),
        ),
      ).toBeNull();
      for (const { rule, desc } of equities)
        expect([vip_type, desc, await PROOFS[rule as EquityRuleName]?.(vip_type)]).toEqual([vip_type, desc, true]);
    }
    for (const vip_type of VIP_TYPES)
      for (const { name } of rulesOf(vip_type)) expect([vip_type, name, await PROOFS[name](vip_type)]).toEqual([vip_type, name, true]);
    // a membership that is not named by a rule does not get it
    for (const name of ['album', 'tenders', 'tender_files', 'discount', 'unlock'] as const)
      for (const vip_type of VIP_TYPES.filter((one) => !EQUITY_RULES[name].vip_types.includes(one)))
        expect([name, vip_type, await PROOFS[name](vip_type)]).toEqual([name, vip_type, false]);
    const shown = plans.flatMap(({ app_equity }) => app_equity.map(({ desc }) => desc));
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((desc) => /完整预览|专属客服/.test(desc))).toEqual([]);
  });

  it('is refused without a rule, with one of another membership, and without a limit where there is one; what is stored without is not shown', async () => {
    const staff = t.ctx((await makePerson(t, { roles: ['operator'] })).actor);
    const [plan] = await planForms(staff);
    if (!plan) throw new Error('no plan');
    const specs = plan.specs.map(({ price, org_price, ...spec }) => ({ ...spec, price_fen: price * 100, org_price_fen: org_price * 100 }));
    const put = (equities: typeof plan.equities) => savePlan(staff, { ...plan, specs, equities });
    const [first, ...others] = plan.equities;
    if (!first) throw new Error('no equity');
    for (const rule of ['', 'service', 'tenders', 'toString'])
      await expect(put([{ ...first, rule }, ...others])).rejects.toMatchObject({ fields: { equities: /没有对应的规则/ } });
    const all = { ...first, id: 99, rule: 'unlimited' };
    await expect(put([...plan.equities, all])).rejects.toMatchObject({ fields: { equities: /次数限制/ } });
    await put(plan.equities);
    expect(equityRule('toString')).toBeNull();
    await t.app.db.update(vip_plans).set({ equities: [{ ...first, rule: '' }, ...others] });
    const [shown] = (await t.call<{ list: VipPlan[] }>('GET', MEMBER_CALLS.plans)).body.data.list;
    expect(shown?.app_equity.map(({ id }) => id)).toEqual(others.map(({ id }) => id));
  });
});

it('M14 a bundle is refused that costs less than one of its memberships alone', async () => {
  const none = { vip_type: 0, days: 0, max_download_pre_day: 0, partner: '', product: '', months: 0 };
  const form = (price: number, days: number) => ({
    ...{ id: 0, title: '全站 + 影视', summary: '', img: '', bottom_img: '', price, org_price: 2_000 },
    ...{ protocol_url: '', protocol_title: '', sort: 0, is_on: true },
    parts: [
      { ...none, sort: 'plan' as const, title: '全站会员', share: 60, vip_type: VIP_ALL, days },
      { ...none, sort: 'partner' as const, title: '影视会员', share: 40, partner: '星河影视', product: 'year', months: 12 },
    ],
  });
  await expect(saveUnion(t.ctx(), form(368, 365))).rejects.toMatchObject({ fields: { price: expect.stringContaining('¥699.00') } });
  // 90 days are three months of ¥89 alone, which is less than a year
  await expect(saveUnion(t.ctx(), form(266.99, 90))).rejects.toMatchObject({ fields: { price: expect.stringContaining('¥267.00') } });
  for (const [price, days] of [
    [699, 365],
    [267, 90],
  ] as const)
    expect(await saveUnion(t.ctx(), form(price, days))).toBeGreaterThan(0);
});

it('M14 a bundle that plans outgrew later is neither shown nor sold until one of both prices is right, and the console says why', async () => {
  const none = { vip_type: 0, days: 0, max_download_pre_day: 0, partner: '', product: '', months: 0 };
  const id = await saveUnion(t.ctx(), {
    ...{
      id: 0,
      title: '设计 + 影视',
      summary: '',
      img: '',
      bottom_img: '',
      price: 900,
      org_price: 2_000,
      protocol_url: '',
      protocol_title: '',
    },
    ...{ sort: 0, is_on: true },
    parts: [
      { ...none, sort: 'plan' as const, title: '设计会员', share: 60, vip_type: KINDS.design.sale.vip_type, days: 365 },
      { ...none, sort: 'partner' as const, title: '影视会员', share: 40, partner: '星河影视', product: 'year', months: 12 },
    ],
  });
  const operator = await makePerson(t, { roles: ['operator'] });
  const staff = t.ctx(operator.actor);
  const buyer = await makePerson(t);
  const quoted = () => unionSubject.quote(t.ctx(), buyer.id, id);
  const shown = async () => [(await unionVips(t.ctx())).some((one) => one.id === id), (await unionVipById(t.ctx(), id)) !== null];
  const line = async () => {
    const page = await t.call<{ rows: Array<{ id: string; cells: Record<string, unknown> }> }>('GET', '/admin/list/page', {
      token: operator.token,
      query: { list: 'unions' },
    });
    const cells = page.body.data.rows.find((one) => one.id === String(id))?.cells;
    return [cells?.['state'], cells?.['wrong']];
  };
  expect([await quoted(), await shown(), await line()]).toEqual([
    expect.objectContaining({ offer: expect.anything() }),
    [true, true],
    ['在售', ''],
  ]);

  const plan = (await planForms(staff)).find(({ vip_type }) => vip_type === KINDS.design.sale.vip_type);
  if (!plan) throw new Error('no plan');
  await t.app.db
    .update(vip_specs)
    .set({ price_fen: sql`price_fen * 20`, org_price_fen: sql`org_price_fen * 20` })
    .where(eq(vip_specs.plan_id, plan.id));
  const refused = await quoted();
  // an order that is open already stays payable at its price
  expect(refused).toMatchObject({ refusal: { status: 409, message: expect.stringContaining('正在调整价格') }, price_fen: 90_000 });
  expect(await shown()).toEqual([false, false]);
  expect(await line()).toEqual(['暂停出售', expect.stringMatching(/^售价低于单独开通其中「设计会员」365 天的 ¥/)]);
  await expect(inTransaction(staff, (tx) => switchUnion(tx, id, true, '再试'))).rejects.toMatchObject({ status: 409 });
  await t.app.db
    .update(vip_specs)
    .set({ price_fen: sql`price_fen / 20`, org_price_fen: sql`org_price_fen / 20` })
    .where(eq(vip_specs.plan_id, plan.id));
  expect([await shown(), await line()]).toEqual([
    [true, true],
    ['在售', ''],
  ]);
});
