import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS, PUBLISHED_KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import type { Endpoint } from '#server/http/endpoint.ts';
import { createGateway } from '#server/http/gateway.ts';
import { inputSchema } from '#server/http/openapi.ts';
import { ad_views } from '#server/modules/ads/tables.ts';
import { createItem, saveSeries } from '#server/modules/catalog/index.ts';
import { contact_unlocks } from '#server/modules/contacts/tables.ts';
import { draw, openRound } from '#server/modules/draws/index.ts';
import { tokens } from '#server/modules/identity/tables.ts';
import { installPlans, vipPlan } from '#server/modules/membership/index.ts';
import { sendNotices } from '#server/modules/notices/index.ts';
import { withdrawals } from '#server/modules/payouts/tables.ts';
import { bulk_imports } from '#server/modules/publishing/bulk/tables.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { recent_searches } from '#server/modules/search/tables.ts';
import { issueCoupon } from '#server/modules/vouchers/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { ARTICLE_OWNERSHIP, articleThings } from '../support/articles.ts';
import { ASSISTANT_OWNERSHIP, assistantThings } from '../support/assistant-ownership.ts';
import { CHAT_OWNERSHIP, ownTalk } from '../support/chat-ownership.ts';
import { DEMAND_OWNERSHIP } from '../support/demand-ownership.ts';
import { HALL_OWNERSHIP, hallThings } from '../support/hall-ownership.ts';
import { MALL_OWNERSHIP, mallThings } from '../support/mall-ownership.ts';
import { makeItem, makePerson, type Person, paymentNoOf, place } from '../support/market.ts';
import { paidMembership } from '../support/member-orders.ts';
import { MONEY_OWNERSHIP } from '../support/money-ownership.ts';
import { OFFER_OWNERSHIP, offerThings } from '../support/offer-ownership.ts';
import { ORGANISE_OWNERSHIP, organisedThings } from '../support/organise-ownership.ts';
import { ownedBy } from '../support/owned-by.ts';
import { RECRUIT_OWNERSHIP, recruitThings } from '../support/recruit-ownership.ts';
import { RESOURCE_OWNERSHIP } from '../support/resource-ownership.ts';
import { SALON_OWNERSHIP, salonThings } from '../support/salon-ownership.ts';
import { STUDY_OWNERSHIP, studyThings } from '../support/study-ownership.ts';
import { TEACH_OWNERSHIP, teachThings } from '../support/teach-ownership.ts';

/**
 * Every call that takes an id, called by B with ids of A. `refused`: B gets and changes nothing; `public`: the answer holds nothing unpublished of A's
 * and nothing of A's changes. `with`: further input, so that the call is refused for the id and not for its form.
 */
type Declaration = { expect: 'refused' | 'public'; with?: Record<string, unknown>; why?: string };

const FORM = { draft_key: 'foreign-draft-1', action: 'draft', title: '改写', tags: [] };

const TABLE: Record<string, Declaration> = {
  ...HALL_OWNERSHIP,
  ...ORGANISE_OWNERSHIP,
  'PUT /scheme/schemev2': { expect: 'refused', with: FORM },
  'POST /scheme/schemev2': { expect: 'refused', with: { ...FORM, action: 'submit' }, why: 'a new draft may not take the file of another' },
  'GET /scheme/schemev2': { expect: 'refused' },
  'GET /scheme/schemev2/file': { expect: 'refused' },
  'POST /user/publish/retry': { expect: 'refused' },
  'GET /scheme/schemev2/picture': {
    expect: 'refused',
    with: { key: 'aa/bb/00000000000000000000000000000000', width: 320, expires: 99_999_999_999, sign: '0'.repeat(64) },
  },
  'DELETE /scheme/schemev2/change': { expect: 'refused' },
  'DELETE /scheme/scheme': { expect: 'refused' },
  'PUT /scheme/ppt': { expect: 'refused', with: { ...FORM, id: 'ppt_draft', action: 'submit' } },
  'POST /scheme/ppt': { expect: 'refused', with: { ...FORM, action: 'submit' }, why: 'a new draft may not take the file of another' },
  'GET /scheme/ppt': { expect: 'refused', with: { id: 'ppt_draft' } },
  'DELETE /scheme/ppt/change': { expect: 'refused', with: { id: 'ppt_draft' } },
  'DELETE /scheme/ppt': { expect: 'refused', with: { id: 'ppt_draft' } },
  'PUT /scheme/ppt/editPpts': { expect: 'refused', with: { id: 'ppt_draft', action: 'down' } },
  'GET /admin/review/pages': { expect: 'refused' },
  'POST /admin/review/reveal': { expect: 'refused', with: { reason: '想要' } },
  'POST /admin/review/decide': { expect: 'refused', with: { version: 1, action: 'approve' } },
  'PUT /scheme/scheme/editSchemes': { expect: 'refused', with: { action: 'down' } },
  'GET /scheme/review/pages': { expect: 'refused' },
  'POST /scheme/review/decide': { expect: 'refused', with: { decision: 'approve' } },
  'POST /upload/:key': { expect: 'refused', with: { offset: 0 } },
  'GET /upload/:key': { expect: 'refused' },
  'POST /upload/:key/next': { expect: 'refused', with: { policy: 'e30=', signature: '0'.repeat(64) } },
  'GET /scheme/scheme/pricelist': { expect: 'refused', with: { id: 'published' } },
  'POST /scheme/buy/order': { expect: 'refused', with: { id: 'published' } },
  'POST /scheme/ppt/order': { expect: 'refused', with: { id: 'published_ppt', user_coupon_id: 'ppt_coupon' } },
  'GET /api/order': { expect: 'refused' },
  'POST /api/order/balance': { expect: 'refused' },
  'POST /api/order/close': { expect: 'refused' },
  'GET /api/order/detail': { expect: 'refused' },
  'POST /api/order/hide': { expect: 'refused' },
  'POST /api/order/refund': { expect: 'refused', with: { reason: '想要' } },
  'DELETE /api/order/refund': { expect: 'refused' },
  'POST /api/order/invoice': { expect: 'refused', with: { holder: 'personal', title: '个人', mail: 'a@example.com' } },
  'DELETE /api/order/invoice': { expect: 'refused', with: { id: 'invoice' } },
  'GET /api/order/invoice/file': { expect: 'refused', with: { id: 'invoice' } },
  'GET /admin/invoice': { expect: 'refused', with: { id: 'invoice' } },
  'POST /admin/invoice/issue': { expect: 'refused', with: { id: 'invoice', number: '12345678' } },
  'POST /admin/invoice/reverse': { expect: 'refused', with: { id: 'invoice', number: '12345678' } },
  'POST /api/order/invoice/correct': {
    expect: 'refused',
    with: { id: 'invoice', holder: 'personal', title: '别人', mail: 'a@example.com', reason: '写错' },
  },
  'POST /admin/invoice/correct': {
    expect: 'refused',
    with: { id: 'invoice', holder: 'personal', title: '别人', mail: 'a@example.com', reason: '写错' },
  },
  'POST /admin/invoice/keep': { expect: 'refused', with: { id: 'invoice', reason: '想要' } },
  'POST /admin/invoice/refile': { expect: 'refused', with: { id: 'invoice', number: '12345678', reason: '写错' } },
  'POST /admin/invoice/refuse': { expect: 'refused', with: { id: 'invoice', reason: '想要' } },
  'POST /api/tools/banner': { expect: 'public', with: { type: 1 }, why: 'counts a press on what everybody sees' },
  'POST /admin/banner': { expect: 'refused', with: { type: 12, title: '推广', url: '/' } },
  'DELETE /admin/banner': { expect: 'refused' },
  'GET /admin/banner/form': { expect: 'refused' },
  'PUT /hmh/hmh/addclick': { expect: 'public', with: { type: 1 }, why: 'counts a press on what everybody sees' },
  'POST /index/search/hotClick': { expect: 'public', why: 'counts a press on a word that everybody sees' },
  'POST /admin/picture': { expect: 'refused' },
  'POST /admin/order/refund': { expect: 'refused', with: { reason: '想要' } },
  'GET /admin/order': { expect: 'refused' },
  'GET /admin/user': { expect: 'refused' },
  'POST /admin/user/reveal': { expect: 'refused', with: { reason: '想要' } },
  'DELETE /admin/user/logins': { expect: 'refused', with: { reason: '想要' } },
  'POST /admin/user/ban': { expect: 'refused', with: { reason: '想要' } },
  'DELETE /admin/user/ban': { expect: 'refused', with: { reason: '想要' } },
  'PUT /admin/user/roles': { expect: 'refused', with: { roles: ['admin'], reason: '想要' } },
  'POST /admin/user/coupon': { expect: 'refused', with: { kind: 'scheme', title: '券', amount: 1, days: 1, reason: '想要' } },
  'POST /admin/user/voucher': { expect: 'refused', with: { kind: 'scheme', days: 1, reason: '想要' } },
  'DELETE /admin/list/view': { expect: 'refused', with: { list: 'orders' } },
  'GET /admin/list/run': { expect: 'refused' },
  'PUT /admin/settings': { expect: 'refused', with: { key: 'order_ttl_min', value: 5 } },
  'GET /scheme/scheme/voucher': { expect: 'public', why: 'counts the vouchers of the caller' },
  'POST /scheme/scheme/voucher': { expect: 'refused' },
  'POST /pay/notify/:provider': { expect: 'refused', why: 'signed by the provider' },
  'GET /sandbox/bill': { expect: 'public', why: 'whoever scans a QR may see its bill and pay it' },
  'POST /sandbox/pay': { expect: 'public', with: { result: 'fail', copies: 0 }, why: 'whoever scans a QR may decline it' },
  'GET /scheme/index/recommend': { expect: 'public' },
  'GET /scheme/index/detail': { expect: 'refused', why: 'a draft is seen by its publisher only' },
  'GET /scheme/index/schemeimgs': { expect: 'refused' },
  'GET /scheme/ppt/detail': { expect: 'refused', with: { id: 'ppt_draft' }, why: 'a draft is seen by its publisher only' },
  'GET /scheme/ppt/pptRelate': { expect: 'public' },
  'GET /scheme/ppt/downloadurl': { expect: 'refused', with: { id: 'ppt_draft' } },
  'POST /scheme/ppt/downloadurl': { expect: 'refused', with: { id: 'ppt_draft' } },
  'GET /scheme/index/downloadurl': { expect: 'refused' },
  'POST /scheme/index/downloadurl': { expect: 'refused' },
  'GET /download/:signed': { expect: 'refused', why: 'signed for one user; tests/http of downloads use a real link' },
  'GET /scheme/page/:signed': { expect: 'refused', why: 'signed, and asked for the right of its user' },
  'GET /api/system/getsitebykey': { expect: 'public', with: { key: 'hot_words' }, why: 'a key of public settings' },
  'GET /user/coupon/coupon': { expect: 'public', with: { pay: 100 }, why: 'lists the coupons of the caller; pay is a price' },
  'POST /index/search/hideMySearch': { expect: 'public', with: { id: 'search' }, why: 'removes a search of the caller, if it is theirs' },
  'POST /index/search/wish': {
    expect: 'public',
    with: { keyword: '空中年会', content: '三百人的年会方案' },
    why: 'tells staff; shows nothing',
  },
  'GET /api/relate/getList': { expect: 'public', with: { type: 1 } },
  'POST /api/tools/collect': { expect: 'refused', with: { type: 3 } },
  'DELETE /api/tools/collect': { expect: 'public', with: { type: 3 }, why: 'takes away a mark of the caller' },
  'GET /api/tools/focus': { expect: 'public', with: { type: 2 }, why: 'says what the caller follows, of nobody else' },
  'POST /api/tools/focus': { expect: 'refused', with: { type: 2, rid: 987_654_321 }, why: 'following is for everybody; nobody is nobody' },
  'DELETE /api/tools/focus': { expect: 'public', with: { type: 2 }, why: 'takes away a mark of the caller' },
  'POST /api/tools/zan': { expect: 'refused', with: { type: 3 } },
  'DELETE /footprint/index': { expect: 'public', with: { type: 1 }, why: 'takes away a footprint of the caller' },
  'POST /user/user/headimg': { expect: 'refused' },
  'POST /user/user/wechatbind': {
    expect: 'refused',
    with: { token: 'foreign-token-1', account: '13800000000', captcha: '123456' },
    why: 'good with the cookie of the browser that asked alone',
  },
  'DELETE /user/user/device': { expect: 'refused', with: { id: 'login' } },
  'POST /user/user/passkey': { expect: 'refused', with: { key: 'foreign-key-1', response: { id: 'x' }, name: '钥匙' } },
  'DELETE /user/user/passkey': { expect: 'refused' },
  'POST /api/user/passkey': { expect: 'refused', with: { key: 'foreign-key-1', response: { id: 'x' } } },
  'GET /user/export/:signed': { expect: 'refused', why: 'signed; tests/db/closing-export.test.ts opens a real link as another user' },
  'POST /api/tools/report': {
    expect: 'public',
    with: { type: 3, mobile: '13800000000', content: '内容侵权，请处理一下' },
    why: 'tells staff; shows nothing',
  },
  'GET /user/publish/pick': {
    expect: 'public',
    with: { kind: 'sample', id: 'sample_draft' },
    why: 'finds what is published, and own ones',
  },
  'PUT /user/publish/schedule': { expect: 'refused', with: { publish_at: 0 } },
  'POST /user/publish/preview': { expect: 'refused' },
  'POST /user/series': { expect: 'refused', with: { title: '别人的作品', item_ids: 'two_drafts' }, why: 'a series holds own works' },
  'PUT /user/series': { expect: 'refused', with: { id: 'series', title: '改名', item_ids: 'two_drafts' } },
  'DELETE /user/series': { expect: 'refused', with: { id: 'series' } },
  'GET /user/figures': { expect: 'refused' },
  'GET /user/figures/csv': { expect: 'refused' },
  'POST /user/publish/bulk': { expect: 'refused', with: { kind: 'scheme', action: 'draft' } },
  'GET /user/publish/bulk': { expect: 'refused', with: { id: 'import' } },
  'GET /user/publish/bulk/report': { expect: 'refused', with: { id: 'import' } },
  'POST /user/library/version': { expect: 'refused', with: { version: 1 } },
  'POST /sample/buy/order': { expect: 'refused', with: { id: 'published' } },
  'GET /sample/index/getSampleList': { expect: 'public', why: 'an id only says like what' },
  'GET /sample/index/sampleDetail': { expect: 'refused', with: { sample_id: 'sample_draft' } },
  'GET /sample/index/recomList': { expect: 'public', why: 'an id only says beside what' },
  'GET /sample/index/sampleImgs': { expect: 'refused', with: { sample_id: 'sample_draft' } },
  'GET /sample/photo': { expect: 'refused', with: { sample_id: 'sample_draft' } },
  'GET /sample/photo/sample': { expect: 'refused', with: { sample_id: 'sample_draft' } },
  'POST /sample/index/download': { expect: 'refused', with: { sample_id: 'sample_draft', type: 2 } },
  'GET /download/original/:signed': { expect: 'refused', why: 'signed for one user' },
  'POST /design/buy/order': { expect: 'refused', with: { id: 'published' } },
  'POST /design/buy/payFreeOrder': { expect: 'refused', with: { id: 'published' } },
  'GET /design/index/designDetail': { expect: 'refused', with: { design_id: 'design_draft' } },
  'GET /design/index/getRelateDesign': { expect: 'public', with: { design_id: 'design_draft' }, why: 'an id only says like what' },
  'GET /design/index/userDetailInfo': { expect: 'public', why: 'what everybody may know of a publisher' },
  'GET /design/index/downloadurl': { expect: 'refused', with: { design_id: 'design_draft' } },
  'POST /design/index/downloadurl': { expect: 'refused', with: { design_id: 'design_draft' } },
  'GET /resource/resource/shopInfo': { expect: 'public', with: { shop_id: 'shop' }, why: 'a shop is there to be seen' },
  'POST /resource/shop/picture': { expect: 'refused', with: { slot: 'logo' } },
  'POST /admin/shop/certify': { expect: 'refused', with: { shop_id: 'shop', certificate: 'gold', reason: '想要' } },
  'GET /activity/activityCase/detail': { expect: 'refused', with: { case_id: 'supplier_case_draft' } },
  'GET /activity/activityCase/index': { expect: 'public', with: { shop_id: 'shop' }, why: 'what a shop shows' },
  'GET /activity/activityCase/related': { expect: 'public', with: { case_id: 'supplier_case_draft' }, why: 'an id only says like what' },
  'GET /activity/activityCase/own': { expect: 'refused', with: { id: 'supplier_case_draft' } },
  'POST /activity/activityCase/shelf': { expect: 'refused', with: { id: 'supplier_case_draft', action: 'down' } },
  'POST /activity/activityCase/like': { expect: 'refused', with: { case_id: 'supplier_case_draft' } },
  'DELETE /activity/activityCase/like': {
    expect: 'public',
    with: { case_id: 'supplier_case_draft' },
    why: 'takes away a mark of the caller',
  },
  ...RESOURCE_OWNERSHIP,
  'GET /api/tools/detail': { expect: 'refused', with: { type: 3 }, why: 'a draft has no buttons for others' },
  'PUT /scheme/index/subscribe': { expect: 'refused', with: { id: 'subscription' } },
  'POST /scheme/index/subscribe': { expect: 'refused', with: { kind: 'nothing', tag: 1 }, why: 'terms are everybody’s; the kind is none' },
  'GET /user/auth/picture': { expect: 'refused', with: { file: 'picture' } },
  'GET /user/auth/shown': {
    expect: 'refused',
    with: { type: 'realname', id: 1, side: 0, staff_id: 1, expires: 9_999_999_999, sign: '0'.repeat(64) },
    why: 'signed for one of the staff',
  },
  ...CHAT_OWNERSHIP,
  ...ASSISTANT_OWNERSHIP,
  'PUT /user/message/read': { expect: 'refused', with: { id: 'notice' } },
  ...MONEY_OWNERSHIP,
  ...MALL_OWNERSHIP,
  ...OFFER_OWNERSHIP,
  ...DEMAND_OWNERSHIP,
  ...RECRUIT_OWNERSHIP,
  ...SALON_OWNERSHIP,
  ...ARTICLE_OWNERSHIP,
  ...TEACH_OWNERSHIP,
  ...STUDY_OWNERSHIP,
  'POST /api/tools/share': { expect: 'refused', with: { type: 3, url: 'http://127.0.0.1:4321/programme/detail?id=1' } },
};

/** Publishing of kinds that are published alike: a draft of A is A's. */
for (const { key, calls } of PUBLISHED_KINDS.filter(({ key }) => key !== KINDS.scheme.key && key !== KINDS.ppt.key)) {
  const { form, edit = form, change, draft, shelf, read } = calls.publish;
  const id = `${key}_draft`;
  TABLE[`POST ${form}`] = { expect: 'refused', with: { ...FORM, action: 'submit' }, why: 'a new draft may not take the file of another' };
  for (const call of [`PUT ${form}`, `POST ${edit}`, `PUT ${edit}`])
    TABLE[call] ??= { expect: 'refused', with: { ...FORM, id, draft_key: `foreign-${key}` } };
  TABLE[`GET ${read?.path ?? form}`] ??= { expect: 'refused', with: { [read?.id ?? 'id']: id } };
  if (read) TABLE[`GET ${form}`] ??= { expect: 'refused', with: { id } };
  TABLE[`DELETE ${change}`] ??= { expect: 'refused', with: { id } };
  TABLE[`DELETE ${draft}`] ??= { expect: 'refused', with: { id } };
  TABLE[`PUT ${shelf}`] ??= { expect: 'refused', with: { id, action: 'down' } };
}

/** Ids of terms and of marketing: the same for everybody; names that browsers make for themselves. */
const NOT_OWNED = new Set(['cid', 'cid2', 'category_id', 'category_id_sub', 'terms', 'invitorid', 'web_channel_id', 'channel_id', 'uuid']);
const takesId = (name: string) => !NOT_OWNED.has(name) && (/id$/.test(name) || ['key', 'pay', 'upload_key', 'receipt'].includes(name));

const NOTHING = { price_fen: 0, vip_only: false, format: 'pdf', page_count: 0, free_pages: 0, file_size_bytes: 0 } as const;

const MARK = '机密标记';
let t: TestApp;
let gateway: ReturnType<typeof createGateway>;
let b: Person;
let a: Person;
let published = 0;
/** What words of the table stand for. */
let stand_ins: Record<string, unknown> = {};
let ids: Record<string, unknown> = {};
let upload_key = '';
let search_id = 0;

beforeAll(async () => {
  t = await startTestApp();
  gateway = createGateway(t.app, endpoints);
  await inTransaction(t.ctx(), installPlans);
  a = await makePerson(t, 100_000);
  b = await makePerson(t, 100_000);
  const other = await makePerson(t);
  published = await makeItem(t, other.id);
  const draft = await t.call<{ id: number }>('POST', '/scheme/schemev2', {
    token: a.token,
    body: { draft_key: 'draft-of-a-1', action: 'draft', title: `${MARK}草稿`, tags: [] },
  });
  expect(draft.body.code).toBe(0);
  const ppt_draft = await t.call<{ id: number }>('POST', '/scheme/ppt', {
    token: a.token,
    body: { draft_key: 'ppt-draft-of-a', action: 'draft', title: `${MARK}模板`, tags: [] },
  });
  expect(ppt_draft.body.code).toBe(0);
  const [file] = await t.app.db
    .insert(files)
    .values({
      owner_id: a.id,
      key: 'aa/bb/11111111111111111111111111111111',
      name: `${MARK}.pdf`,
      size_bytes: 9,
      sha256: '0'.repeat(64),
      type: 'pdf',
    })
    .returning({ id: files.id });
  const picture = {
    owner_id: a.id,
    key: 'aa/bb/22222222222222222222222222222222',
    name: '证件.png',
    size_bytes: 9,
    sha256: '1'.repeat(64),
  };
  const [own_picture] = await t.app.db
    .insert(files)
    .values({ ...picture, type: 'png', width: 320, height: 200 })
    .returning({ id: files.id });
  const upload = await t.call<{ upload_key: string }>('POST', '/api/oss/signature_new', {
    token: a.token,
    body: { type: 'scheme', save_name: `${MARK}.pdf`, size: 1_000 },
  });
  upload_key = upload.body.data.upload_key;
  const order = await place(a, published);
  const paid = await place(a, await makeItem(t, other.id), { balance: 1 });
  expect((await t.call('POST', '/api/order/balance', { token: a.token, body: { orderid: paid.orderid } })).body.code).toBe(0);
  const invoice = await t.call<{ id: number }>('POST', '/api/order/invoice', {
    token: a.token,
    body: { orderid: paid.orderid, holder: 'personal', title: `${MARK}先生`, mail: 'a@example.com' },
  });
  expect(invoice.body.code, invoice.body.msg).toBe(0);
  const [search] = await t.app.db.insert(recent_searches).values({ user_id: a.id, word: MARK }).returning({ id: recent_searches.id });
  search_id = search?.id ?? 0;
  const couponOf = (type: number, use = 'item') =>
    issueCoupon(t.ctx(), {
      user_id: a.id,
      use,
      type,
      title: `${MARK}券`,
      amount_fen: 100,
      min_price_fen: 0,
      use_end_time: new Date(t.clock.now().getTime() + 86_400_000),
    });
  const user_coupon_id = await couponOf(KINDS.scheme.sale.coupon_type);
  stand_ins = {
    published,
    picture: own_picture?.id,
    search: search_id,
    invoice: invoice.body.data.id,
    ppt_draft: ppt_draft.body.data.id,
    published_ppt: await makeItem(t, other.id, { kind: KINDS.ppt }),
    ppt_coupon: await couponOf(KINDS.ppt.sale.coupon_type),
    vip: (await vipPlan(t.ctx(), KINDS.scheme.sale.vip_type)).spec[0]?.id,
    vip_coupon: await couponOf(3, 'membership'),
  };
  for (const kind of PUBLISHED_KINDS) {
    stand_ins[`${kind.key}_draft`] ??= await inTransaction(a.ctx, (tx) =>
      createItem(tx, { ...NOTHING, kind, publisher_id: a.id, title: `${MARK}${kind.noun}` }),
    );
  }
  const shop = await t.call<{ id: number }>('POST', '/resource/shop/save', {
    token: a.token,
    body: { name: '甲的店铺', category: 201, province: 33, city: 3301 },
  });
  expect(shop.body.code, shop.body.msg).toBe(0);
  stand_ins['shop'] = shop.body.data.id;
  const subscription = await t.call<{ id: number }>('POST', '/scheme/index/subscribe', {
    token: a.token,
    body: { kind: 'scheme', keyword: MARK },
  });
  stand_ins['subscription'] = subscription.body.data.id;
  await sendNotices(t.ctx(), [a.id], { topic: 'subscribe', key: 'mark', title: MARK });
  Object.assign(stand_ins, await assistantThings(a.ctx, MARK));
  stand_ins['talk'] = await ownTalk(a.ctx, published, MARK);
  stand_ins['notice'] = (await t.call<{ list: Array<{ id: number }> }>('GET', '/user/message', { token: a.token })).body.data.list[0]?.id;
  Object.assign(stand_ins, await hallThings(t, { a, mark: MARK, picture: own_picture?.id ?? 0 }));
  const goods = { place: 1, title: `${MARK}奖品`, type: 5, weight: 1, stock: null, replace: null };
  const no_terms = { covers: '', covers_hor: '', vip_type: 0, days: 0, max_download_pre_day: 0 };
  const ends_at = Math.floor(t.clock.now().getTime() / 1000) + 86_400;
  await openRound(t.ctx(), { title: '抽奖', ends_at, prizes: [{ ...goods, ...no_terms }] });
  stand_ins['draw'] = (await draw(a.ctx, { orderid: await paidMembership(t, a.id), user_seed: '' })).blind_id;
  Object.assign(stand_ins, await mallThings(t, { a, b, mark: MARK }));
  Object.assign(stand_ins, await offerThings(t, { a, mark: MARK }));
  const demand = await t.call<{ id: number }>('POST', '/demand/demand', {
    token: a.token,
    body: { draft_key: 'demand-of-a', action: 'draft', title: `${MARK}年会` },
  });
  Object.assign(stand_ins, { demand: demand.body.data.id, foreign_files: [file?.id] });
  Object.assign(stand_ins, await articleThings(t, { writer: a, third: other.id }));
  Object.assign(stand_ins, await recruitThings(t, { a, third: other.id, mark: MARK }));
  Object.assign(stand_ins, await organisedThings(t, { a, mark: MARK }));
  Object.assign(stand_ins, await salonThings(t, { a }));
  const course = Number(stand_ins['course_draft']);
  Object.assign(stand_ins, { foreign_sample: file?.id, ...(await teachThings(t, { a, b, course, mark: MARK })) });
  Object.assign(stand_ins, await studyThings(t, { a, third: other.id, mark: MARK }));
  const item = draft.body.data.id;
  const two_drafts = [item, ppt_draft.body.data.id];
  stand_ins['two_drafts'] = two_drafts;
  stand_ins['series'] = (await saveSeries(a.ctx, { title: `${MARK}系列`, introduction: '', item_ids: two_drafts })).id;
  const facts = {
    owner_id: a.id,
    kind: KINDS.scheme.code,
    file_id: file?.id ?? 0,
    name: `${MARK}.zip`,
    action: 'draft',
    status: 'done',
  } as const;
  const ends = { created_at: t.clock.now(), expires_at: new Date(t.clock.now().getTime() + 600_000) };
  const unlock = { user_id: a.id, item_id: item, unlock_no: 'C1', paid_by: 'free', caller_number: '13800000001', x_number: '17000000001' };
  stand_ins['binding'] = (
    await t.app.db
      .insert(contact_unlocks)
      .values({ ...unlock, ...ends })
      .returning({ id: contact_unlocks.id })
  )[0]?.id;
  const film = { film_item_id: published, film_title: '广告', film_src: '/x.webp', film_type: '', duration_ms: 5_000 };
  stand_ins['ad_request'] = 'a'.repeat(32);
  await t.app.db.insert(ad_views).values({ request_id: 'a'.repeat(32), user_id: a.id, item_id: item, ...film, ...ends });
  const payee = { method: 'alipay', sealed_payee: 'v1.x', masked_name: '张*', masked_account: '138****0000' };
  const asked = { withdraw_no: 'W1', user_id: a.id, amount_fen: 10_000, idempotency_key: 'asked-by-a', ...payee };
  stand_ins['withdrawal'] = (await t.app.db.insert(withdrawals).values(asked).returning({ id: withdrawals.id }))[0]?.id;
  stand_ins['import'] = (await t.app.db.insert(bulk_imports).values(facts).returning({ id: bulk_imports.id }))[0]?.id;
  ids = {
    id: item,
    rid: item,
    sid: item,
    dataid: item,
    data_id: item,
    item_id: item,
    file_id: file?.id,
    cover_file_id: file?.id,
    orderid: order.orderid,
    user_coupon_id,
    pay: paymentNoOf(order),
    login: (await t.app.db.select({ id: tokens.id }).from(tokens).where(eq(tokens.user_id, a.id)))[0]?.id ?? 0,
    ruid: a.id,
    uid: a.id,
    user_id: a.id,
  };
});
afterAll(() => t.stop());

const belongings = () => ownedBy(t, a.id);

function idNames(definition: Endpoint): string[] {
  return Object.keys(inputSchema(definition).properties ?? {}).filter(takesId);
}

const named = (definition: Endpoint) => `${definition.method} ${definition.path}`;
const taking = endpoints.filter((definition) => idNames(definition).length > 0 || definition.path.includes(':') || definition.owned_ids);

it('declares every call that takes an id', () => {
  expect(taking.map(named).filter((name) => !TABLE[name])).toEqual([]);
});

it('is a real test: A may use these very ids', async () => {
  const mine = await t.call('GET', '/scheme/schemev2', { token: a.token, query: { id: Number(ids['id']) } });
  expect(JSON.stringify(mine.body)).toContain(MARK);
  expect((await t.call('GET', '/api/order', { token: a.token, query: { orderid: String(ids['orderid']) } })).body.code).toBe(0);
  expect((await t.call('GET', `/upload/${upload_key}`, { token: a.token })).body.code).toBe(0);
  expect(await belongings()).toContain(MARK);
});

/** What the last call left is what the next one finds. */
let before: string | undefined;

describe.each(taking.map((definition) => [named(definition), definition] as const))('%s', (name, definition) => {
  const declared = TABLE[name];
  if (!declared) return;
  it(`as another user: ${declared.expect}`, async () => {
    before ??= await belongings();
    const input: Record<string, unknown> = {};
    for (const field of idNames(definition)) if (ids[field] !== undefined) input[field] = ids[field];
    for (const [key, value] of Object.entries(declared.with ?? {}))
      input[key] = typeof value === 'string' ? (stand_ins[value] ?? value) : value;
    const path = definition.path
      .replace(':key', upload_key)
      .replace(':provider', 'sandbox')
      .replace(':signed', `${'a'.repeat(40)}.${'b'.repeat(43)}`);
    const bodied = definition.method === 'POST' || definition.method === 'PUT';
    const search = bodied ? '' : `?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}`;
    const response = await gateway.request(path + search, {
      method: definition.method,
      headers: { token: b.token, platform: '4', ...(bodied ? { 'content-type': 'application/json' } : {}) },
      ...(bodied ? { body: JSON.stringify(input) } : {}),
    });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(500);
    expect(text).not.toContain(MARK);
    if (declared.expect === 'refused') {
      const refused = response.status >= 400 || (JSON.parse(text) as { code: number }).code !== 0;
      expect(refused, text).toBe(true);
    }
    const was = before;
    before = await belongings();
    if (name !== 'POST /sandbox/pay') expect(before).toBe(was);
  });
});
