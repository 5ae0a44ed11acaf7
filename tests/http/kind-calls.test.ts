import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM, type SavedItem } from '#contract/publish.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { installDefaultTerms } from '#server/modules/catalog/index.ts';
import { issueCoupon } from '#server/modules/vouchers/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem as makeFileItem, type Person } from '../support/item-world.ts';
import { growKindWorks, type KindWorks } from '../support/kind-works.ts';
import { publishSample, storePhotographs } from '../support/picture-works.ts';

/** Every call that the specification names for kinds of content, in its order, by area. */
const SPECIFIED = {
  ppt: ['GET /scheme/ppt/detail', 'GET /scheme/ppt/pptRelate', 'POST /scheme/ppt/order'],
  bigcase: [
    'GET /sample/index/getSampleList',
    'GET /sample/index/sampleDetail',
    'GET /sample/index/recomList',
    'GET /sample/index/sampleImgs',
    'GET /sample/index/getIndustury',
    'GET /sample/index/getResourceList',
    'GET /sample/index/getSchemeList',
    'GET /sample/index/sampleEditDetail',
    'GET /sample/photo',
    'GET /sample/photo/sample',
    'POST /sample/index/addSample',
    'POST /sample/index/editSample',
    'POST /sample/index/download',
    'POST /sample/buy/order',
  ],
  case: [
    'GET /activity/activityCase/index',
    'POST /activity/activityCase/index',
    'PUT /activity/activityCase/index',
    'DELETE /activity/activityCase/index',
    'GET /activity/activityCase/detail',
    'GET /activity/activityCase/related',
    'GET /activity/activityCase/count',
    'PUT /activity/activityCase/shelf',
    'POST /activity/activityCase/shelf',
    'POST /activity/activityCase/like',
    'DELETE /activity/activityCase/like',
  ],
  resource: [
    'GET /api/resource',
    'GET /resource/resource/recommend',
    'GET /resource/resource/shopInfo',
    'GET /resource/ResourceCall/resourcecall',
    'GET /resource/ResourceCall/moneycall',
    'GET /resourcecase/index/getRalateCase',
    'GET /resourcecase/index/getResourceCaseList',
    'GET /resourcecase/index/resourceCaseDetail',
    'POST /callrecode/call_recode/updatecall',
    'POST /resourcecase/index/zan',
  ],
  design: [
    'GET /design/index/designDetail',
    'GET /design/index/getRelateDesign',
    'GET /design/index/downloadurl',
    'GET /design/index/userDetailInfo',
    'POST /design/buy/order',
    'POST /design/buy/payFreeOrder',
  ],
  tools: ['GET /api/tools/detail'],
  scheme: ['GET /scheme/index/freeorder', 'POST /scheme/index/subscribe', 'PUT /scheme/index/subscribe'],
} as const;
const CALLS: readonly string[] = Object.values(SPECIFIED).flat();

/** Of contacts and free orders, whose areas walk them with what they need. Those that exist are walked here as well. */
const OF_OTHER_AREAS: readonly string[] = [
  'GET /resource/ResourceCall/resourcecall',
  'GET /resource/ResourceCall/moneycall',
  'POST /callrecode/call_recode/updatecall',
  'GET /scheme/index/freeorder',
];

const t = testApp();
let w: KindWorks;
/** What each call is asked with, the calls in the order in which they can be walked. */
let walk: Array<[call: string, input: Record<string, unknown>, person: Person]>;

beforeAll(async () => {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  w = await growKindWorks(t);
  const { owner, reader } = w;
  const paid = await w.make('design', { price_fen: 2_000 });
  const covered = await w.make('design', { price_fen: 2_000 });
  const file = await makeFileItem(t, { kind: KINDS.design, publisher_id: owner.id });
  const sample = await publishSample(t, owner);
  const sample_id = sample.id ?? 0;
  const draft = {
    ...EMPTY_FORM,
    ...sample.form,
    action: 'draft',
    draft_key: 'walked-sample-1',
    pictures: await storePhotographs(t, owner, ['teal']),
  };
  const case_form = { ...EMPTY_FORM, action: 'draft', title: '草坪搭建', draft_key: 'walked-case-1' };
  const drafted = await t.call<SavedItem>('POST', KINDS.supplier_case.calls.publish.form, {
    token: owner.token,
    body: { ...case_form, draft_key: 'walked-case-2' },
  });
  const use_end_time = new Date(t.clock.now().getTime() + 86_400_000);
  await issueCoupon(t.ctx(), { user_id: reader.id, type: 19, title: '设计券', amount_fen: 2_000, min_price_fen: 0, use_end_time });
  const subscription = await t.call<{ id: number }>('POST', '/scheme/index/subscribe', {
    token: reader.token,
    body: { kind: 'ppt', keyword: '年会' },
  });
  const [ppt, design, resource] = [w.id('ppt'), w.id('design'), w.id('resource')];
  const [case_id, resource_case] = [w.id('supplier_case'), w.id('resource_case')];
  const own_sample = { sample_id: sample_id };
  walk = [
    ['GET /scheme/ppt/detail', { id: ppt }, reader],
    ['GET /scheme/ppt/pptRelate', { data_id: ppt, page: 1, limit: 2 }, reader],
    ['POST /scheme/ppt/order', { balance: 0, id: await w.make('ppt', { price_fen: 2_000 }), user_coupon_id: 0, cache: 0 }, reader],
    ['GET /sample/index/getSampleList', { page: 1, limit: 6 }, reader],
    ['GET /sample/index/sampleDetail', own_sample, reader],
    ['GET /sample/index/recomList', { ...own_sample, type: 1, limit: 6 }, reader],
    ['GET /sample/index/sampleImgs', own_sample, reader],
    ['GET /sample/index/getIndustury', {}, reader],
    ['GET /sample/index/getResourceList', {}, owner],
    ['GET /sample/index/getSchemeList', {}, owner],
    ['GET /sample/index/sampleEditDetail', own_sample, owner],
    ['GET /sample/photo', own_sample, owner],
    ['GET /sample/photo/sample', own_sample, owner],
    ['POST /sample/index/addSample', draft, owner],
    ['POST /sample/index/editSample', { ...draft, draft_key: 'walked-sample-2', id: sample_id, pictures: sample.form.pictures }, owner],
    ['POST /sample/index/download', { ...own_sample, type: 2 }, owner],
    ['POST /sample/buy/order', { id: sample_id, user_coupon_id: 0, cache: 0, balance: 0 }, reader],
    ['GET /activity/activityCase/index', { shop_id: w.shop_id, page: 1 }, reader],
    ['POST /activity/activityCase/index', case_form, owner],
    [
      'PUT /activity/activityCase/index',
      { ...case_form, draft_key: 'walked-case-2', id: drafted.body.data.id, title: '草坪搭建与灯光' },
      owner,
    ],
    ['DELETE /activity/activityCase/index', { id: drafted.body.data.id }, owner],
    ['GET /activity/activityCase/detail', { case_id }, reader],
    ['GET /activity/activityCase/related', { case_id, p: 1, limit: 3 }, reader],
    ['GET /activity/activityCase/count', {}, owner],
    ['POST /activity/activityCase/like', { case_id }, reader],
    ['DELETE /activity/activityCase/like', { case_id }, reader],
    ['PUT /activity/activityCase/shelf', { id: case_id, action: 'down' }, owner],
    ['POST /activity/activityCase/shelf', { id: case_id, action: 'up' }, owner],
    ['GET /api/resource', { id: resource, platform: 4 }, reader],
    ['GET /resource/resource/recommend', { id: resource, page: 1, size: 6, cache: 'false' }, reader],
    ['GET /resource/resource/shopInfo', { shop_id: w.shop_id }, reader],
    ['GET /resource/ResourceCall/resourcecall', { rid: resource, type: 1, platform: 4, cache: 'false' }, reader],
    ['GET /resource/ResourceCall/moneycall', { rid: resource, use_coupon: 0, type: 1, platform: 4, cache: 'false' }, reader],
    ['GET /resourcecase/index/getRalateCase', { resource_id: resource }, reader],
    ['GET /resourcecase/index/getResourceCaseList', { page: 1 }, reader],
    ['GET /resourcecase/index/resourceCaseDetail', { case_id: resource_case }, reader],
    ['POST /callrecode/call_recode/updatecall', { mobile: '13912345678', bind_id: '1' }, reader],
    ['POST /resourcecase/index/zan', { case_id: resource_case }, reader],
    ['GET /design/index/designDetail', { design_id: design }, reader],
    ['GET /design/index/getRelateDesign', { design_id: design, page: 1, limit: 10 }, reader],
    ['GET /design/index/downloadurl', { design_id: file.id }, reader],
    ['GET /design/index/userDetailInfo', { uid: owner.id }, reader],
    ['POST /design/buy/order', { id: paid }, reader],
    ['POST /design/buy/payFreeOrder', { id: covered }, reader],
    ['GET /api/tools/detail', { rid: ppt, type: KINDS.ppt.types.collect }, reader],
    ['GET /scheme/index/freeorder', { id: paid }, reader],
    ['POST /scheme/index/subscribe', { kind: 'scheme', keyword: '发布会' }, reader],
    ['PUT /scheme/index/subscribe', { id: subscription.body.data.id }, reader],
  ];
});

const registered = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));

describe('K-204, K-302, K-406, K-505, K-604, K-900 calls of kinds', () => {
  it('are 48, all here but those of other areas', () => {
    expect(CALLS).toHaveLength(48);
    expect(CALLS.filter((call) => !registered.has(call) && !OF_OTHER_AREAS.includes(call))).toEqual([]);
    expect(walk.map(([call]) => call).toSorted()).toEqual(CALLS.toSorted());
    expect(CALLS).toEqual(expect.arrayContaining([...OF_OTHER_AREAS]));
  });

  it('each answer what they state, an envelope with code 0', async () => {
    const wrong: string[] = [];
    for (const [call, input, { token }] of walk) {
      if (!registered.has(call)) continue;
      const [method = '', path = ''] = call.split(' ');
      // `call` holds the answer against the schema
      const { status, body } = await t.call(
        method,
        path,
        method === 'GET' ? { token, query: input as Record<string, string | number> } : { token, body: input },
      );
      const right = OF_OTHER_AREAS.includes(call) ? body.msg !== '接口不存在' : status === 200 && body.code === 0;
      if (!right) wrong.push(`${call}: ${status} ${body.msg} ${JSON.stringify(body.fields ?? {})}`);
    }
    expect(wrong).toEqual([]);
  });

  it('answer an envelope to nobody and to nonsense as well', async () => {
    for (const call of CALLS.filter((one) => registered.has(one))) {
      const [method = '', path = ''] = call.split(' ');
      const { body } = await t.call(method, path, method === 'GET' ? {} : { body: {} });
      expect([call, typeof body.code, typeof body.msg]).toEqual([call, 'number', 'string']);
      // a call that is not there says so in other words than an item that is not there
      expect([call, body.msg]).not.toEqual([call, '接口不存在']);
    }
  });
});
