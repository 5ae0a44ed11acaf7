import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { createCtx } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { getItem, listItems } from '#server/modules/catalog/index.ts';
import { grantDownload, openDownload } from '#server/modules/downloads/index.ts';
import { signDownload } from '#server/modules/downloads/rules.ts';
import { activeVips } from '#server/modules/membership/index.ts';
import { getOwnItem, workReviewMode } from '#server/modules/publishing/index.ts';
import { listItemOrders } from '#server/modules/sales/index.ts';
import { getSetting } from '#server/modules/settings/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { itemScreen } from '#server/views/item-screen.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/** The last migration of the first release. */
const FIRST_RELEASE = '0003_search-tiers-by-two';
const BYTES = Buffer.from('%PDF-1.7 the very file that was bought');
const KEY = 'aa/bb/first-release';

/** A publisher, a buyer, a paid work, one that is held, a reported one and an unfinished draft, as the first release wrote them. */
async function fill(db: pg.Client, data_dir: string): Promise<void> {
  await db.query(`insert into users (mobile, nickname) values ('13900000001', '发布者'), ('13900000002', '买家')`);
  await db.query(`insert into terms (facet, kind, parent_id, name) values
    ('category', 1, null, '年会庆典'), ('category', 1, 1, '企业年会'), ('industry', 1, null, '汽车'), ('activity', 1, null, '线下活动'), ('tag', 1, null, '星光')`);
  await db.query(
    `insert into files (owner_id, item_id, key, name, size_bytes, sha256, type) values (1, 1, $1, '方案.pdf', $2, $3, 'pdf')`,
    [KEY, BYTES.length, sha256(BYTES)],
  );
  await db.query(`insert into items (kind, publisher_id, title, status, price_fen, org_price_fen, category_id, category_sub_id, industry_id, activity_id, format, tag_ids, published_at)
    values (1, 1, '星光年会', 'published', 1990, 1990, 1, 2, 3, 4, 'pdf', '{5}', now()), (1, 1, '待审方案', 'reviewing', 0, 0, 1, null, null, null, 'pdf', '{}', null),
      (1, 1, '未完成', 'draft', 0, 0, null, null, null, null, '', '{}', null)`);
  await db.query(
    `insert into scheme_details (item_id, introduction, file_id, file_size_bytes, page_count, free_pages, page_texts, reject_reason) values
       (1, '从签到到晚宴', 1, $1, 2, 1, '{第一页,第二页}', ''), (2, '', null, 0, 0, 0, '{}', '上次缺少预算'), (3, '', null, 0, 0, 0, '{}', '')`,
    [BYTES.length],
  );
  await db.query(`insert into item_pages (item_id, page_no, width, height, key) values (1, 1, 1440, 810, 'p/1'), (1, 2, 1440, 810, 'p/2')`);
  await db.query(`insert into scheme_drafts (item_id, owner_id, draft_key, form, saved_at) values
    (3, 1, 'draft-key-3', '{"title": "未完成", "industry_id": 3, "activity_id": null, "tags": ["星光"], "price": ""}', now())`);
  await db.query(`insert into orders (orderid, buyer_id, subject, item_id, snapshot, status, list_price_fen, price_fen, pay_fen, publisher_id, publisher_fen,
      idempotency_key, expires_at, paid_at, paid_key)
    values ('O1', 2, 'scheme', 1, '{"title": "星光年会", "format": "pdf", "cover_src": ""}', 2, 1990, 1990, 1990, 1, 1592, 'k1', now(), now(), 'pay:P1')`);
  await db.query(
    `insert into payments (payment_no, order_id, provider, amount_fen, qr_text, status) values ('P1', 1, 'sandbox', 1990, 'qr', 'paid')`,
  );
  await db.query(`insert into grants (user_id, item_id, source, source_id) values (2, 1, 'purchase', 1)`);
  await db.query(
    `insert into accounts (owner_id, purpose, unit) values (null, 'gateway', 'fen'), (1, 'earning', 'fen'), (null, 'platform', 'fen')`,
  );
  await db.query(`begin; insert into ledger_transfers (key, reason, reference) values ('pay:P1', 'sale', 'O1');
    insert into ledger_entries (transfer_id, account_id, amount) values (1, 1, -1990), (1, 2, 1592), (1, 3, 398); commit`);
  await db.query(`insert into memberships (user_id, vip_type, end_time, max_download_pre_day, updated_at) values
    (2, 1, '2099-01-01', 5, now()), (2, 2, now() - interval '1 day', 0, now())`);
  await db.query(`insert into site_settings (key, value) values ('scheme_review', '"hold"')`);
  await db.query(
    `insert into reports (user_id, type, rid, url, mobile, content) values (2, 3, 1, '', '13900000002', '图片侵权'), (null, 99, 0, '', '13900000002', '建议')`,
  );
  const path = join(data_dir, 'private', KEY);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, BYTES);
}

let t: TestApp;
const as = (user_id: number) => createCtx(t.app, { kind: 'user', user_id, token_id: 0, roles: [], address: '' }, 'test');

beforeAll(async () => {
  t = await startTestApp({ work: false, upgrade: { through: FIRST_RELEASE, fill } });
});
afterAll(() => t?.stop());

it('keeps memberships as terms: their end and their limit', async () => {
  const vips = await activeVips(t.ctx(), 2);
  expect([...vips]).toEqual([[1, { end_time: new Date('2099-01-01T00:00:00Z'), max_download_pre_day: 5 }]]);
});

it('keeps works with their words, terms, files and places in lists', async () => {
  expect(await getItem(t.ctx(), 1)).toMatchObject({
    introduction: '从签到到晚宴',
    file_id: 1,
    page_count: 2,
    free_pages: 1,
    page_texts: ['第一页', '第二页'],
    term_ids: [3, 4],
    facets: [1, 2, 3, 4, -2, -11, 5],
  });
  expect((await getItem(t.ctx(), 2))?.reject_reason).toBe('上次缺少预算');
  const filter = { cid: 1, tag: 5, terms: { industry: 3, activity: 4 }, price: 'paid', format: 'pdf' } as const;
  expect((await listItems(t.ctx(), KINDS.scheme, filter)).list.map(({ id }) => id)).toEqual([1]);
  const screen = await itemScreen(t.ctx(), KINDS.scheme, 1);
  expect(screen?.item.terms.map(({ key, name }) => [key, name])).toEqual([
    ['industry', '汽车'],
    ['activity', '线下活动'],
  ]);
});

it('keeps drafts as they were typed', async () => {
  const { form } = await getOwnItem(as(1), KINDS.scheme, 3);
  expect(form).toMatchObject({ title: '未完成', tags: ['星光'], terms: { industry: 3 } });
  expect(form).not.toHaveProperty('industry_id');
});

it('keeps orders, rights, the ledger and the very bytes that were bought', async () => {
  expect((await listItemOrders(as(2), KINDS.scheme, { status: null, page: 1, limit: 10 })).list).toMatchObject([
    { orderid: 'O1', subject_id: 1, status: 2, price: 19.9, can_download: true },
  ]);
  expect(await proveLedger(t.ctx())).toMatchObject({ ok: true });
  expect(await grantDownload(as(2), { item_id: 1 })).toMatchObject({ status: 1, size_bytes: BYTES.length });
  const expires_at = new Date(t.clock.now().getTime() + 60_000);
  const file = await openDownload(as(2), signDownload(t.config.secrets.link, { item_id: 1, user_id: 2, token_id: 0, expires_at }));
  expect(await buffer(await file.read({ start: 0, end: file.size_bytes - 1 }))).toEqual(BYTES);
});

it('keeps what the operator set', async () => {
  expect(await getSetting(t.ctx(), workReviewMode)).toBe('hold');
});

it('puts what waited for staff into the one queue', async () => {
  const { rows } = await t.app.db.execute<{ type: string; target_id: number; reports: number }>(
    `select type, target_id, (select count(*)::int from reports where reviewable_id = r.id) as reports from reviewables r order by type`,
  );
  expect(rows.map((row) => [row.type, Number(row.target_id), row.reports])).toEqual([
    ['report', 1, 1],
    ['work', 2, 0],
  ]);
});
