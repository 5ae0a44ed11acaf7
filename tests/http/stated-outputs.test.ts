import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_CALLS, type WechatQr } from '#contract/account.ts';
import { ADMIN_CALLS } from '#contract/admin.ts';
import { ASSISTANT_CALLS, type AssistantTurn } from '#contract/assistant.ts';
import { BILL_CALLS } from '#contract/bills.ts';
import { BULK_CALL } from '#contract/bulk.ts';
import { CHAT_CALLS, type ChatMessage } from '#contract/chat.ts';
import { CLAIM_FILE_CALL } from '#contract/claim.ts';
import { DEMAND_CALLS } from '#contract/demand.ts';
import { FOCUS_USER } from '#contract/focus.ts';
import { KINDS } from '#contract/kinds.ts';
import { MALL_CALLS } from '#contract/mall.ts';
import { MEMBER_CALLS, STAFF_MEMBER_CALLS } from '#contract/membership.ts';
import { ORDER_CALLS } from '#contract/order.ts';
import type { SavedItem } from '#contract/publish.ts';
import { REQUEST_CALLS } from '#contract/request.ts';
import { REVIEW_CALLS } from '#contract/review.ts';
import { WORKBENCH_CALLS } from '#contract/workbench.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import type { Endpoint } from '#server/http/endpoint.ts';
import { openApi } from '#server/http/openapi.ts';
import { requestAd } from '#server/modules/ads/index.ts';
import { writeAnswer } from '#server/modules/assistant/index.ts';
import { installDefaultTerms, kindTerms, saveSeries } from '#server/modules/catalog/index.ts';
import { items } from '#server/modules/catalog/tables.ts';
import { reportMessage } from '#server/modules/chat/index.ts';
import { chat_cases } from '#server/modules/chat/tables.ts';
import { demand_files } from '#server/modules/demands/tables.ts';
import { infringements } from '#server/modules/infringements/tables.ts';
import { issueInvoice } from '#server/modules/invoices/index.ts';
import { extendMembership, installPlans, vipPlan } from '#server/modules/membership/index.ts';
import { sendNotices } from '#server/modules/notices/index.ts';
import { taxMode } from '#server/modules/payouts/index.ts';
import { grantPoints } from '#server/modules/points/index.ts';
import { bulk_imports } from '#server/modules/publishing/bulk/tables.ts';
import { reconcileDay, yesterday } from '#server/modules/reconcile/index.ts';
import { answerRequest } from '#server/modules/requests/index.ts';
import { listReviews, openReview, revealReview } from '#server/modules/review/index.ts';
import { allSettings, setSetting } from '#server/modules/settings/index.ts';
import { submitRealname } from '#server/modules/verification/index.ts';
import { UNKNOWN_NAME } from '#server/providers/realname/sandbox.ts';
import { checkOutput, testApp } from '../support/app.ts';
import { articleReads } from '../support/articles.ts';
import { makeClaim } from '../support/claims.ts';
import { madeLink } from '../support/client-links.ts';
import { joinCode } from '../support/company.ts';
import { makeDemand } from '../support/demands.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';
import { fillWithStrangers } from '../support/many-rows.ts';
import { giveBalance, giveCoupon, paymentNoOf, place } from '../support/market.ts';
import { askedRenewal, paidMembership } from '../support/member-orders.ts';
import { offerReads } from '../support/offer-reads.ts';
import { organiseReads } from '../support/organise-reads.ts';
import { openBrowser } from '../support/own-browser.ts';
import { paperReads } from '../support/papers.ts';
import { publishDesign, publishSample, storePhotographs } from '../support/picture-works.ts';
import { makeRenderedFile, signUpload } from '../support/publishing.ts';
import { recruitReads } from '../support/recruit-reads.ts';
import { requestInput } from '../support/requests.ts';
import { readMuch, rowsTouched } from '../support/rows-touched.ts';
import { salonReads } from '../support/salon-reads.ts';
import { studyReads } from '../support/study-reads.ts';
import { teachReads } from '../support/teach-reads.ts';
import { bothSides, newIdCard, uploadProof } from '../support/verification.ts';
import { changedWork } from '../support/versions.ts';

const t = testApp({ env: { DATABASE_POOL: '10' } });
let boss: Person;
let publisher: Person;
/** What a call of the test needs to be answered; calls without a line need nothing. */
const given: Record<string, Record<string, string | number>> = {};
/** Calls that answer one browser alone. */
const cookies: Record<string, string> = {};

beforeAll(async () => {
  await inTransaction(t.ctx(), (tx) => installDefaultTerms(tx));
  boss = await makePerson(t, { roles: ['admin'], nickname: '策猫管理员' });
  publisher = await makePerson(t, { nickname: '星河策划' });
  await giveBalance(t, boss.id, 100_000);
  const { categories } = await kindTerms(t.ctx(), KINDS.scheme);
  const term_ids = categories.slice(0, 1).map(({ id }) => id);
  const sold = await makeItem(t, { publisher_id: publisher.id, price_fen: 9_900, term_ids });
  const waiting = await makeItem(t, { publisher_id: publisher.id, price_fen: 19_900, term_ids });
  const ppt = await makeItem(t, { publisher_id: publisher.id, kind: KINDS.ppt, format: 'pptx' });

  await inTransaction(t.ctx(), installPlans);
  const [vip] = (await vipPlan(t.ctx(), 1)).spec;
  await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: boss.id, vip_type: 1, days: 30, max_download_pre_day: 5 }));

  const person = { id: boss.id, token: boss.token, ctx: t.ctx(boss.actor) };
  await giveCoupon(t, boss.id, 500);
  const order = await place(person, sold.id, { balance: 1 });
  await post('/api/order/balance', { orderid: order.orderid });
  const open = await place(person, waiting.id);
  const invoice = await post<{ id: number }>(ORDER_CALLS.invoice, {
    orderid: order.orderid,
    holder: 'company',
    title: '策猫文化有限公司',
    tax_no: '91350100M000100Y43',
    mail: 'cai@example.com',
  });
  await setSetting(t.ctx(), taxMode.key, 'report');
  const claim_id = await makeClaim(t, person, publisher.id);
  const said = { name: '权利人', contact: '13900000000', content: '未获授权', files: [] };
  // the reader's own, and one that staff who are none of its sides may look at
  const complained = {
    item_id: 1,
    publisher_id: publisher.id,
    notice: { ...said, as: 'holder' as const, identity_files: [] },
    file_ids: [],
  };
  const [, notice] = await t.app.db
    .insert(infringements)
    .values([boss, await makePerson(t)].map(({ id: user_id }) => ({ ...complained, user_id })))
    .returning({ id: infringements.id });
  const finance = await makePerson(t, { roles: ['finance'] });
  await issueInvoice(t.ctx(finance.actor), { id: invoice.id, number: '12345678', file: Buffer.from('%PDF-1.7') });
  await reconcileDay(t.ctx(), yesterday(t.ctx()));
  for (const [path, body] of [
    ['/api/tools/collect', { rid: sold.id, type: KINDS.scheme.types.collect }],
    ['/api/tools/focus', { rid: publisher.id, type: FOCUS_USER }],
    ['/index/search/recentSearch', { keyword: '年会' }],
    ['/index/search/wish', { keyword: '空中年会', content: '三百人的年会方案' }],
    [ADMIN_CALLS.view, { list: 'users', name: '全部', query: '' }],
    ['/admin/banner', { type: 12, title: '推广', url: '/' }],
  ] as const) {
    await post(path, body);
  }
  const wish = { list: 'users', action: 'end_login', reason: '安全检查', ids: [String(publisher.id)], query: '' };
  const run = await post<{ id: number }>(ADMIN_CALLS.run, { ...wish, expected: 1 });
  const file_id = await makeRenderedFile(t, boss);
  const form = { action: 'draft', title: '草稿', tags: [] };
  const draft = await post<SavedItem>(KINDS.scheme.calls.publish.form, { ...form, draft_key: 'stated-scheme', file_id });
  const ppt_draft = await post<SavedItem>(KINDS.ppt.calls.publish.form, { ...form, draft_key: 'stated-ppt' });
  const { upload_key } = await signUpload(t, boss.token, 1_000);
  // works of somebody else wait on the desk
  const reviewed = await makeItem(t, { publisher_id: publisher.id, status: 'reviewing' });
  const review = await inTransaction(t.ctx(), (tx) => openReview(tx, { type: 'work', target_id: reviewed.id }));

  const sample = await publishSample(t, boss, { pictures: await storePhotographs(t, boss, ['gold']) });
  const design = await publishDesign(t, boss, { pictures: await storePhotographs(t, boss, ['teal']) });
  const of_sample = { sample_id: sample.id };

  const [supplier_case, resource_case] = await Promise.all(
    [KINDS.supplier_case, KINDS.resource_case].map((kind) => makeItem(t, { publisher_id: boss.id, kind })),
  );
  const offered = await makeItem(t, { publisher_id: boss.id, kind: KINDS.resource });
  const topic = await post<{ id: number }>('/admin/topic', { title: '年会供应商', item_ids: [offered.id] });
  await post('/scheme/index/subscribe', { kind: 'scheme', keyword: '年会' });
  await sendNotices(t.ctx(), [boss.id], { topic: 'subscribe', key: 'stated', title: '上新', item_id: sold.id });
  const coupon = await post<{ id: number }>('/admin/coupon', {
    ...{ use: 'membership', type: 3, title: '方案会员券', amount: 50, min_price: 51, valid_days: 30, claimable: true },
  });
  const union = await post<{ id: number }>('/admin/union', {
    ...{ title: '全站 + 影视', price: 300, org_price: 500 },
    parts: [{ sort: 'partner', title: '影视会员', share: 100, partner: '星河影视', product: 'year', months: 12 }],
  });
  const [starts_at, ends_at] = [0, 86_400].map((s) => Math.floor(t.clock.now().getTime() / 1000) + s);
  const campaign = await post<{ id: number }>('/admin/campaign', {
    ...{ page: 'newYear', title: '新年活动', starts_at, ends_at, coupon_ids: [coupon.id] },
  });
  const prizes = [{ place: 1, title: '帆布袋', type: 5, weight: 1 }];
  const round = await post<{ id: number }>('/admin/round', { title: '抽奖', ends_at, prizes });
  const member_order = await paidMembership(t, boss.id);
  const prize = await post<{ blind_id: number }>('/event/event/doblind', { orderid: member_order });
  await post('/admin/round', { title: '再一轮', ends_at, prizes });
  const shop = await post<{ id: number }>('/resource/shop/save', { name: '云上舞美', category: 201, province: 33, city: 3301 });

  await saveSeries(t.ctx(boss.actor), { title: '年会系列', introduction: '', item_ids: [sample.id ?? 0, design.id ?? 0] });
  const imports = { owner_id: boss.id, kind: KINDS.scheme.code, file_id, name: '作品.zip', action: 'draft', status: 'done' } as const;
  const [imported] = await t.app.db.insert(bulk_imports).values(imports).returning({ id: bulk_imports.id });

  await setSetting(t.ctx(), 'contact_coins', 0);
  const reached = await makeItem(t, { publisher_id: publisher.id, kind: KINDS.resource });
  const advertised = await makeItem(t, { publisher_id: publisher.id, price_fen: 500 });
  const cover = { cover_key: 'aa/bb/0123456789abcdef0123456789abcdef', cover_width: 640, cover_height: 360 };
  await t.app.db.update(items).set(cover).where(eq(items.id, sold.id));
  await setSetting(t.ctx(), 'ad_films', [sold.id]);
  const { request_id } = await requestAd(t.ctx(boss.actor), { item_id: advertised.id, kind: 0 });
  // the reader's own next request would end the film
  const watcher = await makePerson(t, { nickname: '看广告的人' });
  const film = await requestAd(t.ctx(watcher.actor), { item_id: advertised.id, kind: 0 });

  const talk = await post<{ id: number }>(CHAT_CALLS.open, { kind: 'item', id: sold.id });
  await post(CHAT_CALLS.send, { id: talk.id, client_id: 'stated-price', type: 'price', price: { title: '物料', price: 100 } });
  const [in_talk = 0] = await storePhotographs(t, boss, ['navy']);
  const sent = { id: talk.id, client_id: 'stated-picture', type: 'picture', file_id: in_talk };
  const shown = await post<ChatMessage>(CHAT_CALLS.send, sent);
  await reportMessage(t.ctx(publisher.actor), { id: talk.id, seq: 1, reason: '骚扰' });
  const link = { token: boss.token, query: { id: talk.id } };
  const plain = (await t.call<{ url: string }>('GET', CHAT_CALLS.plain_link, link)).body.data;
  const asked = await post<AssistantTurn>(ASSISTANT_CALLS.ask, {
    ...{ key: 'stated-budget', tool: 'budget', input: { people: '100', total: '50000' } },
  });
  await writeAnswer(t.ctx(), asked.id, new AbortController().signal);
  const [chat_case] = await t.app.db.select().from(chat_cases);
  const proof = await uploadProof(t, boss);
  const identity = { name: UNKNOWN_NAME, idcard: newIdCard(), idcard_url: await bothSides(t, publisher) };
  await submitRealname(t.ctx(publisher.actor), identity);
  const waits = (await listReviews(person.ctx, { type: 'realname', status: 'open', page: 1, limit: 1 })).list[0]?.id ?? 0;
  const card = new URL((await revealReview(person.ctx, { id: waits, reason: '审核' })).pages[0]?.full.src ?? '', 'http://x').searchParams;

  const browser = openBrowser(t);
  const qr = await browser.call<WechatQr>('POST', ACCOUNT_CALLS.wechat_qr, { token: boss.token, body: { link: 1 } });
  await post('/sandbox/wechat', { state: new URL(qr.body.data.url).searchParams.get('wechat') ?? '', action: 'confirm' });
  cookies[ACCOUNT_CALLS.wechat_check] = browser.cookie();
  const { code } = await post<{ code: string }>(ACCOUNT_CALLS.hand_over, {});

  const goods = await post<{ id: number }>(MALL_CALLS.form, {
    ...{ kind: 'physical', title: '帆布袋', points: 5, left_num: 9, left_before: 9, is_on: true },
  });
  const home = { receiver: '张三', tel: '13800000000', province: '上海市', city: '', detail: '南京西路 1 号' };
  const address = await post<{ id: number }>('/user/address', home);
  // nobody gives points to themselves
  await post('/admin/points/give', { user_id: publisher.id, points: 50, reason: '测试', idempotency_key: 'stated-points' });
  await inTransaction(t.ctx(), (tx) => grantPoints(tx, { user_id: boss.id, points: 50, reason: 'staff_give', key: 'stated-boss' }));
  const redeemed = await post<{ id: number }>(MALL_CALLS.order, {
    ...{ id: goods.id, address_id: address.id, total_points: 5, idempotency_key: 'stated-redeem' },
  });
  await post('/api/signin', {});

  await submitRealname(t.ctx(boss.actor), { name: '张三', idcard: newIdCard(), idcard_url: await bothSides(t, boss) });
  const wanted = await post<{ id: number }>(REQUEST_CALLS.add, requestInput());
  await answerRequest(t.ctx(publisher.actor), { id: wanted.id, text: '我们做过类似的年会', confirmed: false });
  await post(WORKBENCH_CALLS.entry, { title: '彩排', at: ends_at, link: '/receiveOrder/index' });
  const feed = await post<{ url: string }>(WORKBENCH_CALLS.feed, { on: 1 });
  const demand = await makeDemand(t, { owner_id: boss.id });
  const tender_file = { demand_id: demand, sort: 0, file_id, name: '需求.pdf', size_bytes: 9 };
  await t.app.db.insert(demand_files).values(tender_file);

  Object.assign(given, {
    '/user/Member/renewal': { id: await askedRenewal(t, person, vip?.id ?? 0) },
    '/admin/search/query': { keyword: '年会' },
    [REQUEST_CALLS.detail]: { id: wanted.id },
    [REQUEST_CALLS.view]: { id: wanted.id },
    [REQUEST_CALLS.news]: { after: 0 },
    [WORKBENCH_CALLS.ics]: Object.fromEntries(new URL(feed.url).searchParams),
    [DEMAND_CALLS.form]: { id: demand },
    [DEMAND_CALLS.own]: { id: demand },
    [DEMAND_CALLS.file]: { id: demand, file_id },
    [KINDS.demand.calls.detail.path]: { id: demand },
    [KINDS.demand.calls.related.path]: { id: demand },
    ...(await recruitReads(t, boss, publisher)),
    ...(await organiseReads(t, boss)),
    ...(await salonReads(t, boss)),
    ...(await articleReads(t, boss)),
    ...(await teachReads(t, boss)),
    ...(await studyReads(t, boss, publisher)),
    ...(await offerReads(t, boss, publisher)),
    '/company/join': { code: await joinCode(t, boss.id) },
    ...(await paperReads(t, boss)),
    '/clientLink/views': { id: await madeLink(t.ctx(), boss.id, 1) },
    [ACCOUNT_CALLS.wechat_check]: { token: qr.body.data.token },
    [ACCOUNT_CALLS.adopt]: { code },
    [MALL_CALLS.detail]: { id: goods.id },
    [MALL_CALLS.quote]: { id: goods.id },
    [MALL_CALLS.one]: { id: redeemed.id },
    [MALL_CALLS.staff]: { id: redeemed.id },
    '/admin/points': { user_id: boss.id },
    [ASSISTANT_CALLS.answer]: { id: asked.id },
    [ASSISTANT_CALLS.stream]: { id: asked.id },
    [ASSISTANT_CALLS.export]: { id: asked.id, format: 'xlsx' },
    ...{ [ASSISTANT_CALLS.conversation]: { id: asked.conversation_id }, '/clientLink/talk': { conversation_id: asked.conversation_id } },
    [CHAT_CALLS.conversation]: { id: talk.id },
    [CHAT_CALLS.messages]: { id: talk.id },
    [CHAT_CALLS.before]: { id: talk.id },
    [CHAT_CALLS.search]: { q: '物料' },
    [CHAT_CALLS.find]: { id: talk.id, q: '物料' },
    [CHAT_CALLS.plain_link]: { id: talk.id },
    [CHAT_CALLS.plain]: Object.fromEntries(new URL(plain.url, 'http://x').searchParams),
    [CHAT_CALLS.file]: Object.fromEntries(new URL(shown.file?.src ?? '', 'http://x').searchParams),
    [CHAT_CALLS.case]: { id: chat_case?.id ?? 0 },
    '/user/auth/picture': { file: proof },
    '/api/user/auth': { type: 2 },
    '/user/auth/shown': Object.fromEntries(card),
    '/resource/ResourceCall/resourcecall': { rid: reached.id },
    '/resource/ResourceCall/moneycall': { rid: reached.id },
    '/ad/AdProfit/generateQrCode': { vid: advertised.id },
    '/ad/AdProfit/checkHasOver': { request_id },
    '/ad/AdProfit/film': { request_id: film.request_id },
    ...Object.fromEntries(
      ['sampleDetail', 'recomList', 'sampleImgs', 'sampleEditDetail'].map((name) => [`/sample/index/${name}`, of_sample]),
    ),
    '/sample/photo': of_sample,
    '/admin/coupon': { id: coupon.id },
    '/admin/union': { id: union.id },
    '/user/Union/unionVipDetail': { id: union.id },
    '/admin/campaign': { id: campaign.id },
    '/event/event/blindnum': { orderid: member_order },
    '/event/event/draws': { round: round.id },
    '/admin/prize': { id: prize.blind_id },
    '/user/publish/pick': { kind: 'sample' },
    [BULK_CALL]: { id: imported?.id ?? 0 },
    '/sample/photo/sample': of_sample,
    [KINDS.sample.calls.publish.form]: { id: sample.id },
    [KINDS.design.calls.detail.path]: { design_id: design.id },
    [KINDS.design.calls.related.path]: { design_id: design.id },
    [KINDS.design.calls.download]: { design_id: design.id },
    [KINDS.design.calls.publish.form]: { id: design.id },
    '/design/index/userDetailInfo': { uid: publisher.id },
    '/resource/resource/shopInfo': { shop_id: shop.id },
    [KINDS.supplier_case.calls.detail.path]: { case_id: supplier_case?.id },
    [KINDS.supplier_case.calls.related.path]: { case_id: supplier_case?.id },
    [KINDS.supplier_case.calls.publish.own]: { id: supplier_case?.id },
    [KINDS.resource_case.calls.detail.path]: { case_id: resource_case?.id },
    [KINDS.resource_case.calls.related.path]: { case_id: resource_case?.id },
    [KINDS.resource_case.calls.publish.form]: { id: resource_case?.id },
    '/resourcecase/index/getRalateCase': { resource_id: 1 },
    [KINDS.resource.calls.detail.path]: { id: offered.id },
    [KINDS.resource.calls.related.path]: { id: offered.id },
    [KINDS.resource.calls.publish.form]: { id: offered.id },
    '/admin/term': { id: categories[0]?.id ?? 0 },
    '/admin/topic': { id: topic.id },
    '/admin/topic/items': { keyword: String(offered.id) },
    '/api/tools/detail': { rid: sold.id, type: KINDS.scheme.types.collect },
    '/admin/claim': { id: claim_id },
    '/admin/infringement': { id: notice?.id ?? 0 },
    '/admin/tax/report': { quarter: '2026Q3' },
    '/user/withdrawal/year': { year: 2026 },
    '/user/withdrawal/year/pdf': { year: 2026 },
    [CLAIM_FILE_CALL]: { id: claim_id, n: 0 },
    [BILL_CALLS.invoice]: { id: invoice.id },
    [ORDER_CALLS.invoice_file]: { id: invoice.id },
    [ADMIN_CALLS.order]: { orderid: order.orderid },
    [ADMIN_CALLS.user]: { id: boss.id },
    [ADMIN_CALLS.run]: { id: run.id },
    [ADMIN_CALLS.facts]: { list: 'users' },
    [ADMIN_CALLS.page]: { list: 'users' },
    '/api/order': { orderid: open.orderid },
    '/api/order/detail': { orderid: order.orderid },
    '/sandbox/bill': { pay: paymentNoOf(open) },
    '/scheme/scheme/pricelist': { id: waiting.id },
    '/scheme/scheme/voucher': { id: waiting.id },
    [MEMBER_CALLS.quote]: { vip_id: vip?.id ?? 0 },
    [MEMBER_CALLS.equity]: { vip_type: 1, id: 1 },
    [STAFF_MEMBER_CALLS.terms]: { id: boss.id },
    '/user/library/changes': { id: await changedWork(t, publisher, boss) },
    '/user/coupon/coupon': { status: 0, type: 5 },
    '/scheme/index/detail': { id: sold.id },
    '/scheme/index/schemeimgs': { id: sold.id },
    '/scheme/index/recommend': { id: sold.id },
    '/scheme/review/pages': { id: reviewed.id },
    '/scheme/schemev2/file': { file_id },
    '/api/relate/getList': { rid: sold.id, rtype: 1, type: 1 },
    [KINDS.ppt.calls.detail.path]: { id: ppt.id },
    [KINDS.ppt.calls.related.path]: { data_id: ppt.id },
    [KINDS.scheme.calls.publish.form]: { id: draft.id },
    [KINDS.ppt.calls.publish.form]: { id: ppt_draft.id },
    [REVIEW_CALLS.pages]: { id: review.id },
    '/api/tools/banner': { type: 12 },
    '/admin/banner/form': { id: 1 },
    [KINDS.scheme.calls.download]: { id: sold.id },
    [KINDS.ppt.calls.download]: { id: ppt.id },
    '/api/tools/focus': { rid: publisher.id, type: FOCUS_USER },
    '/api/system/getsitebykey': { key: 'hot_words' },
    '/upload/:key': { key: upload_key },
  });
});

async function post<T>(path: string, body: object): Promise<T> {
  const answer = await t.call<T>('POST', path, { token: boss.token, body });
  if (answer.body.code !== 0) throw new Error(`${path}: ${answer.body.msg} ${JSON.stringify(answer.body.fields ?? {})}`);
  return answer.body.data;
}

const reads = () => endpoints.filter(({ method, output }) => method === 'GET' && output);

/** The call with what it needs, as the boss asks. @throws when the answer is not what the call states */
function answered(path: string) {
  const { key, ...query } = given[path] ?? {};
  const asked = path.includes(':key') ? path.replace(':key', String(key)) : path;
  return t.call('GET', asked, {
    token: boss.token,
    query: path.includes(':key') ? query : (given[path] ?? {}),
    headers: { cookie: cookies[path] ?? '' },
  });
}

/** Beside what the boss has: so many rows of everybody else in every table. */
const ROWS = 4_000;
/** Written by hand or by the start, so that there are hundreds at most; the sandbox shows all it has; one shop a supplier, which their list counts; the search has
 * `db/catalog-scale`, with words in its documents. */
const FEW_ROWS = [
  ...[
    'cemao_migrations',
    'site_settings',
    'terms',
    'vip_plans',
    'membership_terms',
    'banners',
    'announcements',
    'campaigns',
    'draw_rounds',
  ],
  ...[
    'coupon_definitions',
    'union_bundles',
    'vip_specs',
    'demand_labels',
    'tasks',
    'topics',
    'ledger_months',
    'outbox',
    'seo_dead',
    'shops',
    'search_documents',
    'sandbox_payments',
    'sandbox_calls',
  ],
];
/** A month of the books is added up whole; who closes an account, once, is asked everywhere what they owe. */
const READ_WHOLE = new Set(['/admin/books', '/user/user/close']);

it('holds every answer in the tests against what the call states', () => {
  const stated = (path: string): Endpoint[] => [
    {
      method: 'GET',
      path,
      summary: '',
      tag: 'site',
      auth: 'none',
      input: z.object({}),
      output: z.strictObject({ n: z.int() }),
      handle: async () => ({ n: 1 }),
    },
  ];
  expect(() => checkOutput(stated('/a/b'), 'GET', '/gateway/a/b?x=1', { n: 1 })).not.toThrow();
  for (const wrong of [{ n: '1' }, { n: 1, more: 2 }, null]) {
    expect(() => checkOutput(stated('/a/b'), 'GET', '/a/b', wrong)).toThrow('does not answer');
    expect(() => checkOutput(stated('/a/:key'), 'GET', '/a/xyz', wrong)).toThrow('does not answer');
  }
});

describe('C-500, ST-12 what the calls answer', () => {
  it('is stated by every one of them, as data of an envelope or as a file', () => {
    const silent = endpoints.filter(({ output, answers }) => (output === undefined) === (answers === undefined));
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('stands in the description of the calls', async () => {
    type Answer = { content: Record<string, { schema: { allOf?: [object, { properties: { data: object } }] } }> };
    type Described = { responses: { 200: Answer | { $ref: string } } };
    const { paths, components } = (await openApi(endpoints)) as {
      paths: Record<string, Record<string, Described>>;
      components: { responses: Record<string, Answer> };
    };
    for (const { method, path, output, answers } of endpoints) {
      const answer = paths[`/gateway${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]?.responses[200];
      // answers that calls share are written once
      const content = answer && ('$ref' in answer ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : answer)?.content;
      const data = content?.['application/json']?.schema.allOf?.[1].properties.data;
      if (output) expect([{}, undefined], path).not.toContainEqual(data);
      else expect(content, path).toHaveProperty([answers ?? '']);
    }
    expect(JSON.stringify(paths['/gateway/index/index/nowtime']?.['get'])).toContain('"time":{"type":"integer"');
    // a reference into a schema of its own would lead nowhere in the whole document
    expect(JSON.stringify(paths)).not.toContain('#/$defs');
  });

  it('is what it is, for everything that may be read', async () => {
    expect(reads().length).toBeGreaterThan(40);
    const failed: string[] = [];
    for (const { path } of reads()) {
      // `call` holds the answer against the schema
      const answer = await answered(path).catch((error: Error) => ({ body: { code: -1, msg: error.message, fields: {} } }));
      if (answer.body.code !== 0) failed.push(`${path}: ${answer.body.msg} ${JSON.stringify(answer.body.fields ?? {})}`);
    }
    expect(failed).toEqual([]);
  });

  it('is read by looking rows up, however many of strangers lie beside them', { timeout: 300_000 }, async () => {
    const { pool } = t.booted.pool;
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and not relname = any($1) order by 1`,
      [FEW_ROWS],
    );
    for (const { name } of tables) await fillWithStrangers(pool, name, ROWS);
    const much: string[] = [];
    for (const { path } of reads()) {
      // rows of strangers are no real works: a list of them may not be what the call states. Plans of the first rows are made anew
      const read = () => answered(path).catch(() => undefined);
      await read();
      const before = await rowsTouched(pool);
      await read();
      if (!READ_WHOLE.has(path))
        for (const [table, n] of readMuch(before, await rowsTouched(pool), ROWS / 2)) much.push(`${path}: ${n} rows of ${table}`);
    }
    expect(much).toEqual([]);
  });

  it('S-901 is so for every open setting', async () => {
    const open = allSettings().filter(({ is_public }) => is_public);
    expect(open.map(({ key }) => key)).toContain('hot_words');
    for (const { key } of open) expect((await t.call('GET', '/api/system/getsitebykey', { query: { key } })).body.code).toBe(0);
  });
});
