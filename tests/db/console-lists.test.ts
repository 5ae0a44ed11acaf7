import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { ListPage } from '#contract/admin.ts';
import { consoleScreens } from '#contract/areas/index.ts';
import { ROLES, rolesMay } from '#contract/staff.ts';
import { createCtx } from '#server/app/ctx.ts';
import { selectKeyset } from '#server/db/keyset.ts';
import { carryOutBulk } from '#server/modules/console/bulk-run.ts';
import {
  bulkRun,
  csvPieces,
  dropView,
  exportList,
  listFacts,
  previewBulk,
  readList,
  saveView,
  startBulk,
} from '#server/modules/console/index.ts';
import { allStaffLists, type StaffListAction } from '#server/modules/console/staff-list.ts';
import { userSource } from '#server/modules/identity/index.ts';
import { users } from '#server/modules/identity/tables.ts';
import { orderSource } from '#server/modules/orders/index.ts';
import { audit_log } from '#server/outbox/tables.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson, type Person } from '../support/item-world.ts';

const t = testApp();
let operator: Person;
let support: Person;
let reviewer: Person;
beforeAll(async () => {
  operator = await makePerson(t, { roles: ['operator'], nickname: '运营甲' });
  support = await makePerson(t, { roles: ['support'] });
  reviewer = await makePerson(t, { roles: ['reviewer'] });
  // many at the same instant, so that the id decides
  await t.app.db.execute(sql`insert into users (mobile, nickname, created_at)
    select (15000000000 + n)::text, case n % 7 when 0 then '=cmd|"/c calc"' else '路人' || n end, timestamptz '2026-01-01' + (n / 10) * interval '1 minute'
    from generate_series(1, 230) n`);
});

const as = (person: Person) => createCtx(t.app, person.actor, 'test-request');
const read = (input: Partial<Parameters<typeof readList>[1]> = {}) =>
  readList(as(operator), { list: 'users', query: '', after: '', before: '', limit: 50, ...input });
const ids = (page: ListPage) => page.rows.map(({ id }) => Number(id));

/** Every row from the first page to the last. */
async function walk(query: string, between: () => Promise<void> = async () => undefined): Promise<number[]> {
  const seen: number[] = [];
  for (let after = '', first = true; first || after !== ''; first = false) {
    const page = await read({ query, after, limit: 40 });
    seen.push(...ids(page));
    after = page.next;
    await between();
  }
  return seen;
}

describe('pages of a list', () => {
  it('show every row once, in both orders, and lead back', async () => {
    const all = (await t.app.db.select({ id: users.id }).from(users)).map(({ id }) => id);
    const down = await walk('');
    expect(down.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b));
    expect(await walk('order=old')).toEqual(down.toReversed());
    const first = await read();
    const second = await read({ after: first.next });
    expect([first.prev, ids(await read({ before: second.prev }))]).toEqual(['', ids(first)]);
  });

  it('move no row when others are inserted meanwhile', async () => {
    const before = await walk('');
    let added = 0;
    const during = await walk('', async () => {
      added += 1;
      await makePerson(t);
    });
    expect(added).toBeGreaterThan(3);
    // newer ones stand before the first page: nothing is seen twice or missed
    expect(during).toEqual(before);
  });

  it('count no further than a thousand', async () => {
    const most = await selectKeyset(t.app.db, userSource, { filters: {}, search: '', order: '' }, { limit: 1 });
    expect(most.more).toBe(true);
    await t.app.db.execute(
      sql`insert into users (mobile, nickname, created_at) select (16000000000 + n)::text, '多', '2025-01-01' from generate_series(1, 1200) n`,
    );
    expect((await read()).total).toBe(1_001);
    expect((await read({ query: 'q=多' })).total).toBe(1_001);
    await t.app.db.delete(users).where(eq(users.nickname, '多'));
  });

  it('filter and search by what the list knows, and refuse the rest', async () => {
    expect(ids(await read({ query: 'role=operator' }))).toEqual([operator.id]);
    expect(ids(await read({ query: 'q=15000000010' }))).toHaveLength(1);
    expect(ids(await read({ query: 'q=路人1&to=2026-01-01' })).length).toBeGreaterThan(10);
    expect(ids(await read({ query: 'q=%25' }))).toEqual([]);
    for (const query of ['role=king', 'password_hash=x', 'order=mobile', 'from=2026-02-30', 'from=x']) {
      await expect(read({ query }), query).rejects.toMatchObject({ status: 400 });
    }
    for (const [query, message] of [
      ['role=king', '筛选条件“角色”：没有这个选项'],
      ['from=x', '筛选条件“从”：请填写日期'],
      ['password_hash=x', '筛选条件无效'],
    ] as const) {
      await expect(read({ query })).rejects.toMatchObject({ fields: { query: message } });
    }
    await expect(previewBulk(as(operator), { list: 'users', action: 'ban', ids: [], query: 'from=x', reason: '' })).rejects.toMatchObject({
      fields: { query: '筛选条件“从”：请填写日期' },
    });
    for (const after of ['x', Buffer.from('["a","b"]').toString('base64url'), Buffer.from('["1;drop","1"]').toString('base64url')]) {
      await expect(read({ after }), after).rejects.toMatchObject({ status: 400 });
    }
  });

  it('find a name by words in its middle, and take a name for whom a filter is about', async () => {
    expect(ids(await read({ query: 'q=营甲' }))).toEqual([operator.id]);
    expect(ids(await read({ query: 'q=%25' }))).toEqual([]);
    const work = await makeItem(t, { title: '秋收农场亲子日', publisher_id: operator.id });
    const works = async (query: string) => ids(await readList(as(reviewer), { list: 'works', query, after: '', before: '', limit: 50 }));
    for (const query of ['q=亲子', 'publisher=运营甲', 'publisher=营甲&q=农场', `publisher=${operator.id}`])
      expect(await works(query), query).toEqual([work.id]);
    expect(await works('publisher=没有这个人')).toEqual([]);
  });

  it('promise no search by the beginning alone', () => {
    expect(allStaffLists().filter(({ search }) => search.includes('开头'))).toEqual([]);
  });

  it('are for those who have the list’s verb; others learn nothing of it', async () => {
    await expect(readList(as(reviewer), { list: 'users', query: '', after: '', before: '', limit: 5 })).rejects.toMatchObject({
      status: 404,
    });
    await expect(listFacts(as(support), 'audit')).rejects.toMatchObject({ status: 404 });
    const facts = await listFacts(as(support), 'users');
    expect([facts.actions.map(({ name }) => name), facts.can_export]).toEqual([['end_login'], false]);
  });

  it('say nothing that leads where their reader may not go', async () => {
    const led = [];
    for (const role of ROLES) {
      const ctx = as(await makePerson(t, { roles: [role] }));
      for (const { key, verb } of allStaffLists().filter((list) => rolesMay([role], list.verb))) {
        const { empty } = await listFacts(ctx, key);
        const screen = consoleScreens.find(({ route }) => route === empty?.href);
        if (screen) led.push([role, key, verb, rolesMay([role], screen.verb)]);
      }
    }
    expect(led.length).toBeGreaterThan(5);
    expect(led.filter(([, , , may]) => !may)).toEqual([]);
    const finance = await listFacts(as(await makePerson(t, { roles: ['finance'] })), 'transfers');
    expect(finance.empty).toMatchObject({ link: '', href: '' });
  });

  it('never show a whole phone number', async () => {
    const page = await read({ query: 'q=15000000010' });
    expect(page.rows[0]?.cells['mobile']).toBe('150****0010');
    expect(JSON.stringify(page)).not.toContain('15000000010');
  });
});

describe('an export', () => {
  const text = async (pieces: AsyncGenerator<string>) => {
    let all = '';
    for await (const piece of pieces) all += piece;
    return all;
  };

  it('holds every row that matches, in the chosen columns, with formulas made harmless, and is in the audit log', async () => {
    const { title, rows: exported } = await exportList(as(operator), {
      list: 'users',
      query: 'to=2026-01-01&order=old',
      columns: ['id', 'nickname', 'mobile'],
    });
    const csv = await text(csvPieces(exported));
    expect(title).toBe('用户');
    expect(csv.startsWith('\ufeff编号,昵称,手机号\r\n')).toBe(true);
    expect(csv.trimEnd().split('\r\n')).toHaveLength(231);
    expect(csv).toContain(`"'=cmd|""/c calc"""`);
    expect(csv).not.toMatch(/(^|,)=/m);
    expect(csv).not.toContain('15000000010');
    const rows = await t.app.db.select().from(audit_log).where(eq(audit_log.action, 'list.export'));
    expect(rows).toMatchObject([
      { actor_id: operator.id, subject: 'list:users', request_id: 'test-request', detail: { columns: ['id', 'nickname', 'mobile'] } },
    ]);
  });

  it('is refused without the verb, and for columns that are not there, before anything is written', async () => {
    const before = await t.app.db.$count(audit_log);
    await expect(exportList(as(support), { list: 'users', query: '', columns: [] })).rejects.toMatchObject({ status: 403 });
    await expect(exportList(as(operator), { list: 'users', query: '', columns: ['password_hash'] })).rejects.toMatchObject({ status: 400 });
    expect(await t.app.db.$count(audit_log)).toBe(before);
  });
});

describe('saved views', () => {
  it('belong to one person; the same name replaces', async () => {
    await saveView(as(operator), { list: 'users', name: '停用的', query: 'state=blocked' });
    const views = await saveView(as(operator), { list: 'users', name: '停用的', query: 'state=blocked&order=old' });
    expect(views).toMatchObject([{ name: '停用的', query: 'state=blocked&order=old' }]);
    expect((await listFacts(as(support), 'users')).views).toEqual([]);
    await dropView(as(support), { list: 'users', id: views[0]?.id ?? 0 });
    expect((await listFacts(as(operator), 'users')).views).toHaveLength(1);
    expect(await dropView(as(operator), { list: 'users', id: views[0]?.id ?? 0 })).toEqual([]);
    await expect(saveView(as(operator), { list: 'users', name: 'x', query: 'nothing=1' })).rejects.toMatchObject({ status: 400 });
    await expect(saveView(as(operator), { list: 'users', name: ' ', query: '' })).rejects.toMatchObject({ status: 400 });
  });
});

describe('a bulk run', () => {
  const wish = { list: 'users', action: 'ban', reason: '批量注册', ids: [] as string[], query: 'q=路人22' };
  const carryOut = (id: number) => carryOutBulk(t.app, id, new AbortController().signal);

  it('reaches exactly what was previewed, with a result a row, each by the verb', async () => {
    const { count } = await previewBulk(as(operator), wish);
    expect(count).toBeGreaterThan(5);
    const one = ids(await read({ query: 'q=路人22' }))[0] ?? 0;
    await t.app.db.update(users).set({ blocked: true }).where(eq(users.id, one));
    const { id } = await startBulk(as(operator), { ...wish, expected: count });
    await makePerson(t, { nickname: '路人229号' });
    await carryOut(id);
    const run = await bulkRun(as(operator), id);
    expect(run).toMatchObject({ status: 'done', total: count, done: count - 1, failed: 1, action_title: '停用账号' });
    expect(run.results[0]).toEqual({ target: String(one), ok: false, message: '该账号已经停用' });
    const later = await t.app.db.select().from(users).where(eq(users.nickname, '路人229号'));
    expect(later[0]?.blocked).toBe(false);
    expect(await t.app.db.$count(audit_log, eq(audit_log.action, 'user.ban'))).toBe(count - 1);
    // a second delivery of the job changes nothing
    await carryOut(id);
    expect(await t.app.db.$count(audit_log, eq(audit_log.action, 'user.ban'))).toBe(count - 1);
  });

  it('does not begin when another number matches by now, or without a reason', async () => {
    const { count } = await previewBulk(as(operator), wish);
    await expect(startBulk(as(operator), { ...wish, expected: count + 1 })).rejects.toMatchObject({ status: 409, data: { count } });
    await expect(startBulk(as(operator), { ...wish, reason: ' ', expected: count })).rejects.toMatchObject({ status: 400 });
    await expect(startBulk(as(support), { ...wish, expected: count })).rejects.toMatchObject({ status: 403 });
    expect(await t.app.db.execute(sql`select 1 from console_runs`).then(({ rows }) => rows.length)).toBe(1);
  });

  it('is there with its job or not at all', async () => {
    const { count } = await previewBulk(as(operator), wish);
    const runs = async () => (await t.app.db.execute(sql`select 1 from console_runs`)).rows.length;
    const before = await runs();
    const send = vi.spyOn(t.app.jobs, 'send').mockRejectedValueOnce(new Error('the queue is away'));
    await expect(startBulk(as(operator), { ...wish, expected: count })).rejects.toThrow('the queue is away');
    send.mockRestore();
    expect(await runs()).toBe(before);
  });

  it('goes on behind a row that breaks, and comes to an end', async () => {
    const ban = allStaffLists()
      .find(({ key }) => key === 'users')
      ?.actions.find(({ name }) => name === 'ban') as StaffListAction;
    const { count } = await previewBulk(as(operator), wish);
    const { id } = await startBulk(as(operator), { ...wish, expected: count });
    const run = vi.spyOn(ban, 'run').mockRejectedValueOnce(new TypeError('a fault'));
    await carryOut(id);
    run.mockRestore();
    const shown = await bulkRun(as(operator), id);
    expect([shown.status, shown.done + shown.failed]).toEqual(['done', count]);
    expect(shown.results.map(({ message }) => message)).toContain('处理时出错，已记录，请稍后对这一项重试');
  });

  it('is seen by who started it, and ends with their right', async () => {
    const { id } = await startBulk(as(operator), { ...wish, ids: [String(support.id), 'x'], query: '', expected: 2 });
    await expect(bulkRun(as(support), id)).rejects.toMatchObject({ status: 404 });
    await t.app.db.update(users).set({ roles: [] }).where(eq(users.id, operator.id));
    await carryOut(id);
    await t.app.db
      .update(users)
      .set({ roles: ['operator'] })
      .where(eq(users.id, operator.id));
    const run = await bulkRun(as(operator), id);
    expect(run.failed).toBe(2);
    expect(run.results.map(({ message }) => message)).toEqual(['启动者已没有这项权限', '启动者已没有这项权限']);
  });
});

it('stays on an index with 100,000 orders', async () => {
  await t.app.db.execute(sql`insert into orders (orderid, buyer_id, subject, subject_id, snapshot, status, list_price_fen, price_fen, pay_fen,
      idempotency_key, created_at, expires_at, close_reason)
    select lpad(n::text, 24, '0'), n % 5000 + 1, 'item', n, '{"title":"x","cover_src":"","kind":1,"format":"pdf"}', 3, 100, 100, 100,
      'k' || n, timestamptz '2026-01-01' + n * interval '1 minute', now(), case when n % 100 = 0 then 'refunded' else 'expired' end
    from generate_series(1, 100000) n`);
  await t.app.db.execute(sql`analyze orders`);
  const middle = ['2026-02-01 00:00:00+00', '50000'] as const;
  for (const [filters, search] of [
    [{}, ''],
    [{ status: 'closed' }, ''],
    [{ status: 'waiting' }, ''],
    [{ buyer: '77' }, ''],
    [{ from: '2026-01-20', to: '2026-01-21' }, ''],
    [{}, '000000000000000000050000'],
  ] as const) {
    for (const order of ['new', 'old']) {
      const plan = await explained(() =>
        selectKeyset(t.app.db, orderSource, { filters: { ...filters }, search, order }, { after: middle, limit: 50 }),
      );
      expect(plan, `${JSON.stringify(filters)} ${search} ${order}`).not.toContain('Seq Scan');
      expect(rowsRead(plan), plan).toBeLessThan(2_000);
    }
  }
});

/** Runs the query with the planner's account of it. */
async function explained(work: () => Promise<unknown>): Promise<string> {
  const { pool } = t.booted.pool;
  const query = pool.query.bind(pool);
  let plan = '';
  const spied = async (config: { text: string; values?: unknown[] }, values?: unknown[]) => {
    const { rows } = await query(`explain (analyze, format text) ${config.text}`, values ?? config.values);
    plan = rows.map((row: Record<string, string>) => Object.values(row)[0]).join('\n');
    return query(config as never, values as never);
  };
  pool.query = spied as never;
  try {
    await work();
  } finally {
    pool.query = query as never;
  }
  return plan;
}

/** Rows that any step of the plan touched, those thrown away too. */
function rowsRead(plan: string): number {
  const seen = [...plan.matchAll(/actual time=\S+ rows=([\d.]+)|Rows Removed by Filter: (\d+)/g)];
  return Math.max(...seen.map((match) => Number(match[1] ?? match[2])));
}
