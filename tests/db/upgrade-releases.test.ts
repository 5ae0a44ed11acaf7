import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { FieldValues } from '#contract/fields.ts';
import { jobPayText, jobTerms, jobYearFen } from '#contract/job.ts';
import { KINDS } from '#contract/kinds.ts';
import { type Ctx, createCtx } from '#server/app/ctx.ts';
import { knownMigrations, migrate, missingMigrations } from '#server/db/migrate.ts';
import { openPool } from '#server/db/pool.ts';
import { decide } from '#server/modules/access/index.ts';
import { getItem } from '#server/modules/catalog/index.ts';
import { activeVips } from '#server/modules/membership/index.ts';
import { workReviewMode } from '#server/modules/publishing/index.ts';
import { listItemOrders } from '#server/modules/sales/index.ts';
import { getSetting } from '#server/modules/settings/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { testApp } from '../support/app.ts';

/** The last migration of the first release: whoever has data has at least these. */
const FIRST_RELEASE = '0003_search-tiers-by-two';
const ALL = knownMigrations();

/** Whether a migration moves or drops what people have; one that only adds cannot lose anything. */
const movesData = (name: string) =>
  /^\s*(insert into|update|delete from|drop table)\b|\bdrop column\b/im.test(
    readFileSync(fileURLToPath(new URL(`../../src/server/db/migrations/${name}.sql`, import.meta.url)), 'utf8'),
  );

/** The first release, every version whose successor moves data, and the two newest. */
const STAGES = ALL.slice(ALL.indexOf(FIRST_RELEASE)).filter((_name, at, from) => {
  const next = from[at + 1];
  return at === 0 || at >= from.length - 2 || (next !== undefined && movesData(next));
});

const t = testApp();
let admin: pg.Client;
const made: string[] = [];
beforeAll(async () => {
  admin = new pg.Client({ connectionString: urlOf('postgres') });
  await admin.connect();
  // one database grows from step to step; each step is copied from it
  await admin.query(`create database ${GROWING}`);
  made.push(GROWING);
});
afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});
const GROWING = `g_${randomBytes(6).toString('hex')}`;

function urlOf(name: string): string {
  const url = new URL(inject('template_url'));
  url.pathname = `/${name}`;
  return url.href;
}

type Values = Record<string, unknown>;

/** Writes rows as whatever version it is has the table: columns that it lacks are left out, a table that it lacks is passed over. */
async function fillAny(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ t: string; c: string }>(
    `select table_name as t, column_name as c from information_schema.columns where table_schema = 'public'`,
  );
  const has = (table: string, column?: string) => rows.some(({ t, c }) => t === table && (column === undefined || c === column));
  const put = async (table: string, values: Values) => {
    if (!has(table)) return;
    const names = Object.keys(values).filter((name) => has(table, name));
    const places = names.map((_name, at) => `$${at + 1}`);
    await client.query(
      `insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`,
      names.map((name) => values[name]),
    );
  };
  const at = '2026-01-02T03:04:05Z';
  const engine = has('orders', 'subject_id');
  await put('users', { mobile: '13900000001', nickname: '发布者' });
  await put('users', { mobile: '13900000002', nickname: '买家' });
  await put('files', { owner_id: 1, item_id: 1, key: 'aa/bb/kept', name: '方案.pdf', size_bytes: 7, sha256: '0'.repeat(64), type: 'pdf' });
  await put('items', {
    kind: 1,
    publisher_id: 1,
    title: '星光年会',
    introduction: '从签到到晚宴',
    status: 'published',
    price_fen: 1990,
    org_price_fen: 1990,
    format: 'pdf',
    published_at: at,
  });
  const paper = { item_id: 1, file_id: 1, file_size_bytes: 7, page_count: 2, free_pages: 1 };
  await put('scheme_details', { ...paper, introduction: '从签到到晚宴' });
  await put('item_files', paper);
  await put('item_versions', { item_id: 1, version: 1, file_id: 1, published_at: at });
  const order = {
    buyer_id: 2,
    subject: engine ? 'item' : 'scheme',
    subject_id: 1,
    item_id: 1,
    snapshot: JSON.stringify({ title: '星光年会', format: 'pdf', cover_src: '', ...(engine ? { kind: 1 } : {}) }),
    list_price_fen: 1990,
    price_fen: 1990,
    pay_fen: 1990,
    publisher_id: 1,
    publisher_fen: 1592,
    expires_at: at,
    paid_at: at,
  };
  await put('orders', { ...order, orderid: 'O1', status: 2, idempotency_key: 'k1', paid_key: 'pay:P1' });
  const back = { refunded_pay_fen: 1990, publisher_back_fen: 1592, close_reason: 'refunded', closed_at: at };
  await put('orders', { ...order, orderid: 'O2', status: 3, idempotency_key: 'k2', paid_key: 'pay:P2', ...back });
  await put('order_refunds', {
    order_id: 2,
    pay_fen: 1990,
    balance_fen: 0,
    publisher_fen: 1592,
    whole: true,
    reason: '',
    asked_by: 'staff',
  });
  await put('payments', { payment_no: 'P1', order_id: 1, provider: 'sandbox', amount_fen: 1990, qr_text: 'qr', status: 'paid' });
  await put('grants', { user_id: 2, item_id: 1, source: 'purchase', source_id: null });
  await put('accounts', { owner_id: null, purpose: 'gateway', unit: 'fen' });
  await put('accounts', { owner_id: 1, purpose: 'earning', unit: 'fen' });
  await put('accounts', { owner_id: null, purpose: 'platform', unit: 'fen' });
  await put('accounts', { owner_id: 2, purpose: 'point', unit: 'point', balance: 120 });
  await put('accounts', { owner_id: null, purpose: 'point_source', unit: 'point' });
  await put('ledger_transfers', { key: 'pay:P1', reason: 'sale', reference: 'O1' });
  await put('ledger_transfers', { key: 'gift:1', reason: 'gift', reference: '' });
  // the entries of a transfer come by one statement
  const said = has('ledger_entries', 'purpose');
  await client.query(`insert into ledger_entries (transfer_id, account_id, amount${said ? ', purpose, reason, subject' : ''})
    select v.*${said ? `, a.purpose, t.reason, case t.reason when 'sale' then 'item' else '' end` : ''}
    from (values (1, 1, -1990), (1, 2, 1592), (1, 3, 398), (2, 4, 120), (2, 5, -120)) v(transfer_id, account_id, amount)
    join ledger_transfers t on t.id = v.transfer_id join accounts a on a.id = v.account_id`);
  await put('point_lots', { user_id: 2, points: 120, left_points: 120, reason: 'gift', key: 'gift:1' });
  await put('memberships', { user_id: 2, vip_type: 1, end_time: '2099-01-01T00:00:00Z', max_download_pre_day: 5, updated_at: at });
  const during = `["${at}","2099-01-01T00:00:00Z")`;
  await put('membership_terms', { user_id: 2, vip_type: 1, during, sold: during, max_download_pre_day: 5, source: 'earlier' });
  await put('salons', { item_id: 1, owner_id: 1, form: '{}', draft_key: 'k', ticket_seq: 7 });
  await put('salon_numbers', { salon_id: 1, last: 7 });
  await put('site_settings', { key: engine ? 'work_review' : 'scheme_review', value: '"hold"' });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Works, orders, rights, ledger, memberships, settings and the queue of events, asked as the site asks. */
async function expectKept(ctx: Ctx, url: string): Promise<void> {
  const buyer = createCtx(ctx.app, { kind: 'user', user_id: 2, token_id: 0, roles: [], address: '' }, 'test');
  const item = await getItem(ctx, 1);
  expect(item).toMatchObject({
    title: '星光年会',
    introduction: '从签到到晚宴',
    status: 'published',
    price_fen: 1990,
    file_id: 1,
    page_count: 2,
    free_pages: 1,
  });
  if (!item) return;
  const { list } = await listItemOrders({ ...buyer, db: ctx.db }, KINDS.scheme, { status: null, page: 1, limit: 10 });
  expect(list).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ orderid: 'O1', subject_id: 1, status: 2, price: 19.9, can_download: true }),
      expect.objectContaining({ orderid: 'O2', subject_id: 1, status: 3, price: 19.9 }),
    ]),
  );
  expect(await decide(ctx, item, 2)).toMatchObject({ allowed: true, right: 'purchase' });
  expect(await decide(ctx, item, null)).toMatchObject({ allowed: false });
  expect(await proveLedger(ctx)).toEqual({ ok: true, faults: [], transfers: 2, entries: 5, accounts: 5 });
  expect((await activeVips(ctx, 2)).get(1)).toEqual({ end_time: new Date('2099-01-01T00:00:00Z'), max_download_pre_day: 5 });
  expect(await getSetting(ctx, workReviewMode)).toBe('hold');
  await withClient(url, async (client) => {
    const one = async (text: string) => (await client.query<{ n: number }>(text)).rows[0]?.n;
    expect(await one('select sum(left_points)::int as n from point_lots where user_id = 2')).toBe(120);
    expect(await one('select pay_fen::int as n from order_refunds where order_id = 2 and whole')).toBe(1990);
    expect(await one('select count(*)::int as n from item_versions where item_id = 1 and file_id = 1')).toBe(1);
    // the proof compares the account and the reason of each line
    expect(await one("select count(*)::int as n from ledger_entries where subject = 'item'")).toBe(3);
    // tickets of a salon go on after those that were sold
    expect(
      await one(
        'select count(*)::int as n from salons s left join salon_numbers n on n.salon_id = s.item_id where n.last is distinct from 7',
      ),
    ).toBe(0);
    // numbers go on after what is there
    expect(await one("insert into users (mobile, nickname) values ('13900000003', '新人') returning id::int as n")).toBe(3);
  });
}

it('reads the data of every version whose successor moved any: what was bought, earned and set is there', async () => {
  expect(STAGES.length).toBeGreaterThan(8);
  for (const stage of STAGES) {
    await migrate(urlOf(GROWING), { through: stage });
    const name = `u_${randomBytes(6).toString('hex')}`;
    await admin.query(`create database ${name} template ${GROWING}`);
    made.push(name);
    const url = urlOf(name);
    await withClient(url, fillAny).catch((error: Error) => {
      throw new Error(`${stage} could not be filled: ${error.message}`, { cause: error });
    });
    await migrate(url);
    expect(await missingMigrations(url), stage).toEqual([]);
    const pool = openPool(url, 2, t.app.log);
    try {
      const app = { ...t.app, db: pool.db };
      await expectKept(createCtx(app, { kind: 'job', name: 'test' }, 'test'), url).catch((error: Error) => {
        error.message = `from ${stage}: ${error.message}`;
        throw error;
      });
    } finally {
      await pool.close();
    }
    await admin.query(`drop database ${name}`);
    made.pop();
  }
});

it('gives jobs of the band without a lower end their pay, and leaves the others as they are', async () => {
  const name = `j_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name}`);
  made.push(name);
  await migrate(urlOf(name), { through: '0096_exercises' });
  await withClient(urlOf(name), async (client) => {
    await client.query(`insert into users (mobile, nickname) values ('13900000001', '企业')`);
    await client.query(`insert into terms (facet, kind, name) values ('pay', 13, '3000 元以下'), ('pay', 13, '面议')`);
    await client.query(`insert into items (kind, publisher_id, title, status, term_ids, pay_fen) values
      (13, 1, '兼职', 'published', '{1}', 0), (13, 1, '面议的', 'published', '{2}', 0), (13, 1, '改过的', 'published', '{1}', 2400000)`);
    await client.query(
      `insert into item_details (item_id, fields) values (1, '{"duty": "布置"}'), (2, '{}'), (3, '{"pay_min": "2000", "pay_max": "2500"}')`,
    );
  });
  await migrate(urlOf(name));
  await withClient(urlOf(name), async (client) => {
    const { rows } = await client.query<{ fields: FieldValues; pay_fen: string }>(
      'select d.fields, i.pay_fen from items i join item_details d on d.item_id = i.id order by i.id',
    );
    expect(rows.map(({ fields }) => jobPayText(fields))).toEqual(['0.5–3K', '面议', '2–2.5K']);
    expect(rows[0]?.fields).toEqual({ duty: '布置', pay_min: '500', pay_max: '3000' });
    expect(jobTerms(rows[0]?.fields ?? {})).toEqual([['pay', '3000 元以下']]);
    expect(rows.map(({ pay_fen, fields }) => Number(pay_fen) === jobYearFen(fields))).toEqual([true, true, true]);
  });
});
