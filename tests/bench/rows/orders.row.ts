import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { KINDS } from '#contract/kinds.ts';
import { MEMBER_CALLS } from '#contract/membership.ts';
import type { Order } from '#contract/order.ts';
import { SALON_CALLS, SALON_SEATS_MAX } from '#contract/salon.ts';
import { UNION_CALLS, type UnionForm } from '#contract/union.ts';
import { type Ctx, createCtx, inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { type Booted, boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { createGateway } from '#server/http/gateway.ts';
import { createItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { createUser, issueToken } from '#server/modules/identity/index.ts';
import { installPlans, vipPlans } from '#server/modules/membership/index.ts';
import { saveUnion } from '#server/modules/union/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { kindForm, makeSalon } from '../../support/salons.ts';
import { type Result, type Row, ratioResult } from '../row.ts';

const AT_ONCE = 64;
const BUYERS = 512;
const ITEMS = 100;
const ROUNDS = 3;
const SALONS = 20;
const BUNDLES = 10;
/** Works of a cart. */
const TOGETHER = 5;

type Gateway = ReturnType<typeof createGateway>;

/**
 * Whole orders of every subject (placed, paid at the sandbox, notified, settled) against bare transactions that write the same rows over the
 * same connections on the same cluster, fsync on: the disk is as fast for both.
 */
const row: Row = {
  name: 'orders',
  async run({ seconds }) {
    const data_dir = mkdtempSync(join(tmpdir(), 'cemao-bench-orders-'));
    await chmod(data_dir, 0o755);
    const booted = await boot(readConfig({ DATA_DIR: data_dir, SEED: 'none', LOG_LEVEL: 'error' }));
    try {
      return await measure(booted, seconds);
    } finally {
      await booted.stop();
      rmSync(data_dir, { recursive: true, force: true });
    }
  },
};
export default row;

/** What is bought: the call and body of the `n`th order. A buyer never holds two open orders of one thing. */
interface Subject {
  title: string;
  path: string;
  body(n: number): object;
  /** At least so much of what the bare rows cost. */
  want?: number;
}

async function measure(booted: Booted, seconds: number): Promise<Result[]> {
  const { tokens, subjects } = await makeWorld(booted);
  const gateway = createGateway(booted.app, endpoints);
  let next = 0;
  const order = ({ path, body }: Subject) => {
    const n = next++;
    return buy(gateway, tokens[n % BUYERS] as string, path, body(n));
  };
  const bare = new Map<Subject, () => Promise<void>>();
  for (const subject of subjects) bare.set(subject, await sameRows(booted.pool.pool, () => order(subject)));
  for (const subject of subjects) await atOnce(() => order(subject), 1);
  for (const write of bare.values()) await atOnce(write, 0.2);
  const done = new Map(subjects.map((subject) => [subject, { orders: 0, bare: 0 }]));
  // in turns, so that a noisy moment of the machine hits all
  for (let round = 0; round < ROUNDS; round++) {
    for (const subject of subjects) {
      const sums = done.get(subject) as { orders: number; bare: number };
      sums.orders += await atOnce(() => order(subject), seconds / ROUNDS);
      sums.bare += await atOnce(bare.get(subject) as () => Promise<void>, seconds / ROUNDS / 2);
    }
  }
  const proof = await proveLedger(createCtx(booted.app, { kind: 'job', name: 'bench' }, 'bench'));
  if (!proof.ok) throw new Error(`the ledger does not hold: ${JSON.stringify(proof.faults)}`);
  const { rows } = await booted.pool.pool.query<{ odd: number }>(
    `select count(*)::int as odd from orders o where status <> 2 or subject = 'item' and not exists
       (select 1 from grants g where g.user_id = o.buyer_id and g.item_id = o.subject_id and g.source_id = o.id)`,
  );
  if (rows[0]?.odd !== 0) throw new Error(`${rows[0]?.odd} orders are not settled`);
  return subjects.map((subject) =>
    ratioResult(
      `${subject.title} placed, notified and settled, 64 buyers at once, every commit on disk`,
      subject.want ?? 0.4,
      (done.get(subject)?.orders ?? 0) / ROUNDS,
      (done.get(subject)?.bare ?? 0) / ROUNDS,
      'bare transactions of the same rows',
    ),
  );
}

/**
 * What `work` left in the database when it ran alone, as a transaction that writes the same rows and nothing else: a statement a table, into tables of
 * the same columns.
 */
async function sameRows(pool: pg.Pool, work: () => Promise<void>): Promise<() => Promise<void>> {
  const before = (await pool.query<{ at: string }>('select pg_current_xact_id()::text as at')).rows[0]?.at;
  await work();
  // what happens after the answer belongs to it: events, notices
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     and relname not like 'bench\\_%' order by 1`,
  );
  const inserts: Array<{ name: string; text: string; values: [string] }> = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ all: string | null }>(
      `select json_agg(r)::text as all from "${name}" r where r.xmin::text::bigint > $1 and r.xmin::text::bigint < 2147483647`,
      [before],
    );
    if (!rows[0]?.all) continue;
    await pool.query(`create table if not exists "bench_${name}" (like "${name}")`);
    const text = `insert into "bench_${name}" select * from json_populate_recordset(null::"bench_${name}", $1)`;
    inserts.push({ name: `bench_${name}`, text, values: [rows[0].all] });
  }
  return async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const insert of inserts) await client.query(insert);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
}

/** Runs `work` again and again, 64 at once; returns how many a second were done. */
async function atOnce(work: () => Promise<void>, seconds: number): Promise<number> {
  const start = performance.now();
  const until = start + seconds * 1000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < until) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (done / (performance.now() - start)) * 1000;
}

async function buy(gateway: Gateway, token: string, path: string, body: object): Promise<void> {
  const placed = await post<Order>(gateway, path, body, token);
  const paid = await post<{ notified: number[] }>(gateway, '/sandbox/pay', {
    orderid: placed.orderid,
    channel: 'wechat',
    result: 'success',
  });
  if (paid.notified[0] !== 200) throw new Error('the notify was refused');
}

async function post<T>(gateway: Gateway, path: string, body: object, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', platform: '4', ...(token ? { token } : {}) };
  const response = await gateway.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
  const answer = (await response.json()) as { code: number; msg: string; data: T };
  if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`);
  return answer.data;
}

async function makeWorld({ app }: Booted): Promise<{ tokens: string[]; subjects: Subject[] }> {
  const ctx = createCtx(app, { kind: 'job', name: 'bench' }, 'bench');
  const user = (n: number) => createUser(ctx, { mobile: String(13_700_000_000 + n), password: null, nickname: `用户${n}` });
  const publishers = await Promise.all(Array.from({ length: 10 }, (_, n) => user(n)));
  const buyers: number[] = [];
  // some at a time: a busy machine would let the last of 512 wait too long for a connection
  for (let n = 0; n < BUYERS; n += AT_ONCE) {
    buyers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => user(1_000 + n + i)))));
  }
  const tokens = await Promise.all(buyers.map(async (id) => (await issueToken(ctx, id)).token));
  const items: number[] = [];
  for (let n = 0; n < ITEMS * (1 + TOGETHER); n++) {
    const publisher_id = publishers[n % publishers.length] as number;
    const id = await inTransaction(ctx, async (tx) => {
      const made = await createItem(tx, { kind: KINDS.scheme, publisher_id, title: `方案 ${n}`, price_fen: 1_990, format: 'pdf' });
      await setItemStatus(tx, made, ['draft'], 'published');
      return made;
    });
    items.push(id);
  }
  await inTransaction(ctx, installPlans);
  const plan = (await vipPlans(ctx)).find(({ vip_type }) => vip_type === KINDS.scheme.sale.vip_type);
  const owner_id = publishers[0] as number;
  const kinds = [kindForm({ price: '19.9', capacity: String(SALON_SEATS_MAX) })];
  const salons: Array<Awaited<ReturnType<typeof makeSalon>>> = [];
  for (let n = 0; n < SALONS; n++) salons.push(await makeSalon({ ctx: () => ctx }, { owner_id, title: `沙龙 ${n}`, kinds }));
  const boss: Ctx = createCtx(app, { kind: 'user', user_id: owner_id, token_id: 0, roles: ['admin'], address: '' }, 'bench');
  const bundles: number[] = [];
  for (let n = 0; n < BUNDLES; n++) bundles.push(await saveUnion(boss, bundle(n)));
  // every buyer takes another one, and each is bought by all of them in the end
  const of = <T>(all: readonly T[], n: number): T => all[(Math.floor(n / BUYERS) + n) % all.length] as T;
  const carts = Array.from({ length: ITEMS }, (_, n) => items.slice(ITEMS + n * TOGETHER, ITEMS + (n + 1) * TOGETHER));
  const ticket = (n: number) => {
    const { id, kinds: sold } = of(salons, n);
    const kind_id = sold[0]?.id;
    return { id, lines: [{ kind_id, count: 1 }], holders: [{ kind_id, name: '来宾', phone: '13800000000', answers: {} }] };
  };
  return {
    tokens,
    subjects: [
      { title: 'order', path: '/scheme/buy/order', body: (n) => ({ id: of(items.slice(0, ITEMS), n) }) },
      { title: 'cart of five', path: '/user/cart/order', body: (n) => ({ ids: of(carts, n) }), want: 0.6 },
      { title: 'membership', path: MEMBER_CALLS.order, body: () => ({ vip_id: plan?.spec[0]?.id }) },
      { title: 'coins', path: '/api/user/money', body: () => ({ id: 30 }) },
      { title: 'ticket', path: SALON_CALLS.order, body: ticket },
      { title: 'union membership', path: UNION_CALLS.order, body: (n) => ({ union_id: of(bundles, n) }) },
    ],
  };
}

function bundle(n: number): UnionForm {
  const none = { vip_type: 0, days: 0, max_download_pre_day: 0, partner: '', product: '', months: 0 };
  return {
    ...{ id: 0, title: `联合会员 ${n}`, summary: '', img: '', bottom_img: '', price: 30, org_price: 50 },
    ...{ protocol_url: '', protocol_title: '', sort: n, is_on: true },
    parts: [
      { ...none, sort: 'plan', title: 'PPT会员', share: 60, vip_type: KINDS.ppt.sale.vip_type, days: 31 },
      { ...none, sort: 'partner', title: '影视会员', share: 40, partner: '星河影视', product: 'month', months: 1 },
    ],
  };
}
