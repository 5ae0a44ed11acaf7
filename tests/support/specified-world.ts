import { KINDS } from '#contract/kinds.ts';
import { MALL_CALLS } from '#contract/mall.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { createCollection, installDefaultTerms } from '#server/modules/catalog/index.ts';
import { installPlans, vipPlan } from '#server/modules/membership/index.ts';
import { askRequest } from '#server/modules/requests/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import type { TestApp } from './app.ts';
import { makeItem as makeBare, settleOutbox } from './catalog.ts';
import { makeDemand, verifyPerson } from './demands.ts';
import { makeItem } from './item-world.ts';
import { growKindWorks } from './kind-works.ts';
import { makePerson } from './people.ts';
import { publishSample } from './picture-works.ts';
import { requestInput } from './requests.ts';
import { makeSalon } from './salons.ts';
import { makeCourse } from './study.ts';

/** One of everything that an address or a call of the specification can name, and somebody to look at it. */
export async function growSpecifiedWorld(t: TestApp) {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  await inTransaction(t.ctx(), installPlans);
  const works = await growKindWorks(t);
  const { owner, shop_id } = works;
  const [me, boss] = [await makePerson(t, { nickname: '林晓' }), await makePerson(t, { roles: ['admin'] })];
  const post = async <T>(token: string, path: string, body: object): Promise<T> => {
    const answer = await t.call<T>('POST', path, { token, body });
    if (answer.body.code !== 0) throw new Error(`${path}: ${answer.body.msg} ${JSON.stringify(answer.body.fields ?? {})}`);
    return answer.body.data;
  };
  const of_owner = { publisher_id: owner.id };
  const [scheme, file] = [await makeItem(t, { ...of_owner, title: '西溪年会方案' }), await makeItem(t, of_owner)];
  const paid = await makeItem(t, { ...of_owner, price_fen: 9_900 });
  const advertised = await makeItem(t, { ...of_owner, price_fen: 500 });
  const design_file = await makeItem(t, { ...of_owner, kind: KINDS.design });
  const own = await makeItem(t, { publisher_id: me.id });
  const my_shop = await works.openShop(me, { name: '湖滨搭建' });
  const own_case = await makeBare(t.ctx(), { kind: KINDS.supplier_case, publisher_id: me.id, title: '草坪搭建', shop_id: my_shop });
  const own_sample = await publishSample(t, me);
  const [draft, case_draft] = [
    await post<{ id: number }>(me.token, KINDS.scheme.calls.publish.form, { action: 'draft', draft_key: 'specified-draft', title: '草稿' }),
    await post<{ id: number }>(me.token, KINDS.supplier_case.calls.publish.form, {
      ...{ action: 'draft', draft_key: 'specified-case-draft', title: '草稿' },
    }),
  ];
  const order = await post<{ orderid: string }>(me.token, '/scheme/buy/order', { id: advertised.id });
  const subscription = await post<{ id: number }>(me.token, '/scheme/index/subscribe', { kind: 'ppt', keyword: '年会' });
  const union = await post<{ id: number }>(boss.token, '/admin/union', {
    ...{ title: '全站 + 影视', price: 300, org_price: 500 },
    parts: [{ sort: 'partner', title: '影视会员', share: 100, partner: '星河影视', product: 'year', months: 12 }],
  });
  const goods = await post<{ id: number }>(boss.token, MALL_CALLS.form, {
    ...{ kind: 'physical', title: '帆布袋', points: 5, left_num: 9, left_before: 9, is_on: true },
  });
  await setSetting(t.ctx(), 'ad_films', [scheme.id]);
  const course = await makeCourse(t, owner);
  const salon = await makeSalon(t, { owner_id: owner.id });
  const bare = (kind: (typeof KINDS)[keyof typeof KINDS], title: string) =>
    makeBare(t.ctx(), { kind, publisher_id: owner.id, title, format: '' });
  await verifyPerson(t, owner);
  const asked = await askRequest(createCtx(t.app, owner.actor, 'test'), requestInput({ title: '西溪开场视频' }));
  const collection = await inTransaction(t.ctx(), (tx) =>
    createCollection(tx, { kind: KINDS.scheme, title: '西溪合集', item_ids: [scheme.id, paid.id] }),
  );
  const topic = await inTransaction(t.ctx(), (tx) =>
    createCollection(tx, { kind: KINDS.resource, title: '西溪专题', item_ids: [works.id('resource')] }),
  );
  const ids = {
    ...{ scheme: scheme.id, file: file.id, paid: paid.id, advertised: advertised.id, own: own.id, design_file: design_file.id },
    ...{ own_case, own_sample: own_sample.id ?? 0, draft: draft.id, case_draft: case_draft.id, orderid: order.orderid },
    ...{ subscription: subscription.id, union: union.id, goods: goods.id, owner: owner.id, shop: shop_id, collection, topic },
    ...{ course: course.id, lesson: course.lessons[0] ?? 0, salon: salon.id, request: asked.id },
    ...{ ppt: works.id('ppt'), sample: works.id('sample'), design: works.id('design'), resource: works.id('resource') },
    ...{ resource_case: works.id('resource_case'), supplier_case: works.id('supplier_case') },
    paid_ppt: await works.make('ppt', { price_fen: 2_000 }),
    paid_sample: await works.make('sample', { price_fen: 2_000 }),
    paid_design: await works.make('design', { price_fen: 2_000 }),
    talk: await bare(KINDS.talk, '西溪短分享'),
    article: await bare(KINDS.article, '西溪文章'),
    job: await bare(KINDS.job, '西溪招聘策划'),
    demand_scheme: await makeDemand(t, { owner_id: owner.id, title: '西溪找方案', label_type: 1 }),
    demand_supplier: await makeDemand(t, { owner_id: owner.id, title: '西溪找供应商', label_type: 2 }),
    demand_tender: await makeDemand(t, { owner_id: owner.id, title: '西溪招标', label_type: 3 }),
    vip: (await vipPlan(t.ctx(), 1)).spec[0]?.id ?? 0,
  };
  await settleOutbox(t.ctx());
  return { ids, me };
}

export type SpecifiedIds = Awaited<ReturnType<typeof growSpecifiedWorld>>['ids'];
