import { mkdtempSync, rmSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KINDS } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { endpoints } from '#server/areas/index.ts';
import { type Booted, boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { createGateway } from '#server/http/gateway.ts';
import { createItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { createUser, issueToken } from '#server/modules/identity/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { type Result, type Row, ratioResult } from '../row.ts';

const AT_ONCE = 64;
const BUYERS = 512;
const ITEMS = 100;
const ROUNDS = 3;

type Gateway = ReturnType<typeof createGateway>;

/** Whole orders (placed, paid at the sandbox, notified, settled) against bare one-row commits on the same cluster, fsync on. */
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

async function measure(booted: Booted, seconds: number): Promise<Result[]> {
  const { tokens, items } = await makeWorld(booted);
  const gateway = createGateway(booted.app, endpoints);
  await booted.pool.pool.query('create table bench_rows (id bigint generated always as identity primary key, v bigint not null)');
  let next = 0;
  const order = () => {
    const n = next++;
    // every buyer takes another item, and each item is bought by all of them in the end
    const id = items[(Math.floor(n / BUYERS) + n) % ITEMS] as number;
    return buy(gateway, tokens[n % BUYERS] as string, id);
  };
  const commit = async () => {
    await booted.pool.pool.query({ name: 'bench_bare', text: 'insert into bench_rows (v) values ($1)', values: [next] });
  };
  await atOnce(order, 1);
  await atOnce(commit, 0.5);
  let orders = 0;
  let commits = 0;
  // in turns, so that a noisy moment of the machine hits both
  for (let round = 0; round < ROUNDS; round++) {
    orders += await atOnce(order, seconds / ROUNDS);
    commits += await atOnce(commit, seconds / ROUNDS / 2);
  }
  const proof = await proveLedger(createCtx(booted.app, { kind: 'job', name: 'bench' }, 'bench'));
  if (!proof.ok) throw new Error(`the ledger does not hold: ${JSON.stringify(proof.faults)}`);
  const { rows } = await booted.pool.pool.query<{ odd: number }>(
    `select count(*)::int as odd from orders o where status <> 2
       or not exists (select 1 from grants g where g.user_id = o.buyer_id and o.subject = 'item' and g.item_id = o.subject_id and g.source_id = o.id)`,
  );
  if (rows[0]?.odd !== 0) throw new Error(`${rows[0]?.odd} orders are not settled`);
  return [
    ratioResult(
      'order placed, notified and settled, 64 buyers at once, every commit on disk',
      0.1,
      orders / ROUNDS,
      commits / ROUNDS,
      'one-row commits',
    ),
  ];
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

async function buy(gateway: Gateway, token: string, id: number): Promise<void> {
  const placed = await post<Order>(gateway, '/scheme/buy/order', { id }, token);
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

async function makeWorld({ app }: Booted): Promise<{ tokens: string[]; items: number[] }> {
  const ctx = createCtx(app, { kind: 'job', name: 'bench' }, 'bench');
  const user = (n: number) => createUser(ctx, { mobile: String(13_700_000_000 + n), password: null, nickname: `用户${n}` });
  const publishers = await Promise.all(Array.from({ length: 10 }, (_, n) => user(n)));
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => user(1_000 + n)));
  const tokens = await Promise.all(buyers.map(async (id) => (await issueToken(ctx, id)).token));
  const items: number[] = [];
  for (let n = 0; n < ITEMS; n++) {
    const publisher_id = publishers[n % publishers.length] as number;
    const id = await inTransaction(ctx, async (tx) => {
      const made = await createItem(tx, { kind: KINDS.scheme, publisher_id, title: `方案 ${n}`, price_fen: 1_990, format: 'pdf' });
      await setItemStatus(tx, made, ['draft'], 'published');
      return made;
    });
    items.push(id);
  }
  return { tokens, items };
}
