import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Envelope } from '#contract/envelope.ts';
import { KINDS, PUBLISHED_KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import type { Endpoint } from '#server/http/endpoint.ts';
import { createGateway } from '#server/http/gateway.ts';
import { ad_views } from '#server/modules/ads/tables.ts';
import { createItem, saveSeries } from '#server/modules/catalog/index.ts';
import { contact_unlocks } from '#server/modules/contacts/tables.ts';
import { saveDiscount } from '#server/modules/discounts/index.ts';
import { draw, openRound } from '#server/modules/draws/index.ts';
import { tokens } from '#server/modules/identity/tables.ts';
import { infringements } from '#server/modules/infringements/tables.ts';
import { installPlans, vipPlan } from '#server/modules/membership/index.ts';
import { sendNotices } from '#server/modules/notices/index.ts';
import { withdrawals } from '#server/modules/payouts/tables.ts';
import { bulk_imports } from '#server/modules/publishing/bulk/tables.ts';
import { files } from '#server/modules/publishing/tables.ts';
import { recent_searches } from '#server/modules/search/tables.ts';
import { issueCoupon } from '#server/modules/vouchers/index.ts';
import { testApp } from '../support/app.ts';
import { articleThings } from '../support/articles.ts';
import { assistantThings } from '../support/assistant-things.ts';
import { FURTHER_INPUT, somethingFor } from '../support/call-inputs.ts';
import { ownTalk } from '../support/chat-things.ts';
import { madeLink } from '../support/client-links.ts';
import { companyThings } from '../support/company.ts';
import { hallThings } from '../support/hall-things.ts';
import { mallThings } from '../support/mall-things.ts';
import { makeItem, makePerson, type Person, paymentNoOf, place } from '../support/market.ts';
import { askedRenewal, paidMembership } from '../support/member-orders.ts';
import { offerThings } from '../support/offer-things.ts';
import { organisedThings } from '../support/organise-things.ts';
import { ownedBy } from '../support/owned-by.ts';
import { recruitThings } from '../support/recruit-things.ts';
import { salonThings } from '../support/salon-things.ts';
import { studyThings } from '../support/study-things.ts';
import { teachThings } from '../support/teach-things.ts';

/** Every call that names something of somebody's (`owned`, `open` in its declaration), made by B with what is A's. */

const NOTHING = { price_fen: 0, vip_only: false, format: 'pdf', page_count: 0, free_pages: 0, file_size_bytes: 0 } as const;

const MARK = '机密标记';
const t = testApp();
let gateway: ReturnType<typeof createGateway>;
let b: Person;
let a: Person;
let published = 0;
/** What is A's, by the names that calls give it; of a kind, a draft. */
let things: Record<string, unknown> = {};

beforeAll(async () => {
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
  const order = await place(a, published);
  const paid = await place(a, await makeItem(t, other.id), { balance: 1 });
  expect((await t.call('POST', '/api/order/balance', { token: a.token, body: { orderid: paid.orderid } })).body.code).toBe(0);
  const invoice = await t.call<{ id: number }>('POST', '/api/order/invoice', {
    token: a.token,
    body: { orderid: paid.orderid, holder: 'personal', title: `${MARK}先生`, mail: 'a@example.com' },
  });
  expect(invoice.body.code, invoice.body.msg).toBe(0);
  const [search] = await t.app.db.insert(recent_searches).values({ user_id: a.id, word: MARK }).returning({ id: recent_searches.id });
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
  things = {
    ...{
      picture: own_picture?.id,
      search: search?.id,
      invoice: invoice.body.data.id,
      ppt: ppt_draft.body.data.id,
      upload: upload.body.data.upload_key,
    },
    coupon: await couponOf(KINDS.ppt.sale.coupon_type),
    vip_coupon: await couponOf(3, 'membership'),
    // what B may buy
    ...{ published, published_ppt: await makeItem(t, other.id, { kind: KINDS.ppt }) },
    plan: (await vipPlan(t.ctx(), KINDS.scheme.sale.vip_type)).spec[0]?.id,
  };
  Object.assign(things, await companyThings(t, a));
  things['renewal'] = await askedRenewal(t, a, Number(things['plan']));
  for (const kind of PUBLISHED_KINDS) {
    things[kind.key] ??= await inTransaction(a.ctx, (tx) =>
      createItem(tx, { ...NOTHING, kind, publisher_id: a.id, title: `${MARK}${kind.noun}` }),
    );
  }
  const shop = await t.call<{ id: number }>('POST', '/resource/shop/save', {
    token: a.token,
    body: { name: '甲的店铺', category: 201, province: 33, city: 3301 },
  });
  expect(shop.body.code, shop.body.msg).toBe(0);
  things['shop'] = shop.body.data.id;
  const subscription = await t.call<{ id: number }>('POST', '/scheme/index/subscribe', {
    token: a.token,
    body: { kind: 'scheme', keyword: MARK },
  });
  things['subscription'] = subscription.body.data.id;
  await sendNotices(t.ctx(), [a.id], { topic: 'subscribe', key: 'mark', title: MARK });
  Object.assign(things, await assistantThings(a.ctx, MARK));
  things['conversation'] = await ownTalk(a.ctx, published, MARK);
  things['notice'] = (await t.call<{ list: Array<{ id: number }> }>('GET', '/user/message', { token: a.token })).body.data.list[0]?.id;
  Object.assign(things, await hallThings(t, { a, mark: MARK }));
  const goods = { place: 1, title: `${MARK}奖品`, type: 5, weight: 1, stock: null, replace: null };
  const no_terms = { covers: '', covers_hor: '', vip_type: 0, days: 0, max_download_pre_day: 0 };
  const ends_at = Math.floor(t.clock.now().getTime() / 1000) + 86_400;
  await openRound(t.ctx(), { title: '抽奖', ends_at, prizes: [{ ...goods, ...no_terms }] });
  things['draw'] = (await draw(a.ctx, { orderid: await paidMembership(t, a.id), user_seed: '' })).blind_id;
  Object.assign(things, await mallThings(t, { a, b, mark: MARK }));
  Object.assign(things, await offerThings(t, { a, mark: MARK }));
  const demand = await t.call<{ id: number }>('POST', '/demand/demand', {
    token: a.token,
    body: { draft_key: 'demand-of-a', action: 'draft', title: `${MARK}年会` },
  });
  things['demand'] = demand.body.data.id;
  Object.assign(things, await articleThings(t, { writer: a, third: other.id }));
  Object.assign(things, await recruitThings(t, { a, third: other.id, mark: MARK }));
  Object.assign(things, await organisedThings(t, { a, mark: MARK }));
  Object.assign(things, await salonThings(t, { a }));
  const course = Number(things['course']);
  Object.assign(things, { ...(await teachThings(t, { a, b, course, mark: MARK })) });
  Object.assign(things, await studyThings(t, { a, third: other.id, mark: MARK }));
  const item = draft.body.data.id;
  const notice = { as: 'holder', name: `${MARK}权利人`, contact: MARK, content: MARK, files: [], identity_files: [] } as const;
  const said = { notice: { ...notice, files: [], identity_files: [] }, file_ids: [], item_id: published };
  const notices = await t.app.db
    .insert(infringements)
    .values([
      { ...said, user_id: a.id, publisher_id: other.id },
      { ...said, user_id: other.id, publisher_id: a.id, state: 'down' },
    ])
    .returning({ id: infringements.id });
  Object.assign(things, { infringement: notices[0]?.id, received_infringement: notices[1]?.id });
  things['client_link'] = await madeLink(t.ctx(), a.id, item, MARK);
  const code = {
    code: 'CODEOFA',
    percent_off: 20,
    amount: 0,
    min_price: 0,
    from: '2026-01-01',
    to: '2030-01-01',
    most: 0,
    per_person: 0,
    off: false,
  };
  things['discount'] = (await saveDiscount(a.ctx, code)).id;
  const two_drafts = [item, ppt_draft.body.data.id];
  things['series'] = (await saveSeries(a.ctx, { title: `${MARK}系列`, introduction: '', item_ids: two_drafts })).id;
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
  things['binding'] = (
    await t.app.db
      .insert(contact_unlocks)
      .values({ ...unlock, ...ends })
      .returning({ id: contact_unlocks.id })
  )[0]?.id;
  const film = { film_item_id: published, film_title: '广告', film_src: '/x.webp', film_type: '', duration_ms: 5_000 };
  things['ad_request'] = 'a'.repeat(32);
  await t.app.db.insert(ad_views).values({ request_id: 'a'.repeat(32), user_id: a.id, item_id: item, ...film, ...ends });
  const payee = { method: 'alipay', sealed_payee: 'v1.x', masked_name: '张*', masked_account: '138****0000' };
  const asked = { withdraw_no: 'W1', user_id: a.id, amount_fen: 10_000, idempotency_key: 'asked-by-a', ...payee };
  things['withdrawal'] = (await t.app.db.insert(withdrawals).values(asked).returning({ id: withdrawals.id }))[0]?.id;
  things['bulk_import'] = (await t.app.db.insert(bulk_imports).values(facts).returning({ id: bulk_imports.id }))[0]?.id;
  const [login] = await t.app.db.select({ id: tokens.id }).from(tokens).where(eq(tokens.user_id, a.id));
  Object.assign(things, {
    ...{ work: item, scheme: item, file: file?.id, film: file?.id, order: order.orderid, payment: paymentNoOf(order) },
    ...{ login: login?.id, user: a.id, link: `${'a'.repeat(40)}.${'b'.repeat(43)}` },
    // of these A has none; nobody's id is refused alike
    ...{ passkey: item, article_version: 1, verification: 1, chat_case: 1, stored_picture: 'aa/bb/00000000000000000000000000000000' },
  });
});

const belongings = () => ownedBy(t, a.id);

const ofPath = ({ path }: Endpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
const named = ({ method, path }: Endpoint) => `${method} ${path}`;
const declared = ({ owned, open }: Endpoint) => ({ ...owned, ...open });
/** What staff do asks for a right that others lack, whatever the id. */
const ofStaff = ({ auth }: Endpoint) => typeof auth === 'object';

it('knows what is meant by each declaration, and each further input by its call', () => {
  const unknown = endpoints.flatMap((call) =>
    Object.entries(declared(call)).flatMap(([field, thing]) => {
      const known = thing === 'shown' ? Object.hasOwn(call.open ?? {}, field) : things[thing] !== undefined;
      const there = Object.hasOwn(call.input.shape, field.split('.')[0] ?? '') || ofPath(call).includes(field);
      return known && there ? [] : [`${named(call)}: ${field} names ${thing}`];
    }),
  );
  expect(unknown).toEqual([]);
  const calls = new Set(endpoints.map(named));
  expect(Object.keys(FURTHER_INPUT).filter((name) => !calls.has(name))).toEqual([]);
});

it('is a real test: A may use these very ids', async () => {
  const mine = await t.call('GET', '/scheme/schemev2', { token: a.token, query: { id: Number(things['scheme']) } });
  expect(JSON.stringify(mine.body)).toContain(MARK);
  expect((await t.call('GET', '/api/order', { token: a.token, query: { orderid: String(things['order']) } })).body.code).toBe(0);
  expect((await t.call('GET', `/upload/${String(things['upload'])}`, { token: a.token })).body.code).toBe(0);
  expect(await belongings()).toContain(MARK);
});

/** As the call writes it: alone, in a list, or in a list of records (`pictures.file_id`). */
function put(input: Record<string, unknown>, call: Endpoint, field: string, value: unknown): void {
  const [name = '', inner] = field.split('.');
  const schema = call.input.shape[name] as z.ZodType | undefined;
  const written = [value, String(value), [value], [{ [inner ?? '']: value }]];
  input[name] = written.find((one) => schema?.safeParse(one).success) ?? value;
}

function inputFor(call: Endpoint): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [field, thing] of Object.entries(declared(call)))
    if (thing !== 'shown' && !ofPath(call).includes(field)) put(input, call, field, things[thing]);
  const further = FURTHER_INPUT[named(call)] ?? {};
  Object.assign(input, typeof further === 'function' ? further(things) : further);
  for (const [name, schema] of Object.entries(call.input.shape as Record<string, z.ZodType>))
    if (!Object.hasOwn(input, name) && !schema.safeParse(undefined).success) input[name] = somethingFor(name, schema);
  return input;
}

/** Fields that were refused for how they are written: it is for what it names that a call is to be refused. */
function formFaults(call: Endpoint, answer: Envelope | null): string[] {
  const names = Object.keys(declared(call)).map((field) => field.split('.')[0]);
  return Object.keys(answer?.fields ?? {}).filter((field) => !names.includes(field.split('.')[0]));
}

/** What the last call left is what the next one finds. */
let before: string | undefined;

const taking = endpoints.filter((call) => ofStaff(call) || Object.keys(declared(call)).length > 0);
describe.each(taking.map((call) => [named(call), call] as const))('%s', (name, call) => {
  const refused = ofStaff(call) || call.owned !== undefined;
  it(`as another user: ${refused ? 'refused' : 'public'}`, async () => {
    before ??= await belongings();
    const input = ofStaff(call) ? {} : inputFor(call);
    const path = call.path.replace(/:(\w+)/g, (_all, field: string) => String(things[declared(call)[field] ?? ''] ?? 'sandbox'));
    const bodied = call.method === 'POST' || call.method === 'PUT';
    const search = bodied ? '' : `?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}`;
    const response = await gateway.request(path + search, {
      method: call.method,
      headers: { token: b.token, platform: '4', ...(bodied ? { 'content-type': 'application/json' } : {}) },
      ...(bodied ? { body: JSON.stringify(input) } : {}),
    });
    const text = await response.text();
    expect(response.status, text).toBeLessThan(500);
    expect(text).not.toContain(MARK);
    if (refused) {
      const answer = response.status >= 400 || text.startsWith('{') ? (JSON.parse(text) as Envelope) : null;
      expect(answer?.code, text).toBeGreaterThan(0);
      if (ofStaff(call)) expect(response.status, text).toBe(403);
      if (!call.raw_body) expect(formFaults(call, answer), text).toEqual([]);
    }
    const was = before;
    before = await belongings();
    if (name !== 'POST /sandbox/pay') expect(before).toBe(was);
  });
});
