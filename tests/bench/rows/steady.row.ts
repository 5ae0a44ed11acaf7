import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Envelope } from '#contract/envelope.ts';
import { KINDS } from '#contract/kinds.ts';
import type { Order } from '#contract/order.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { createItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { createUser, issueToken } from '#server/modules/identity/index.ts';
import { proveLedger } from '#server/modules/wallet/index.ts';
import { besideSite } from '../../support/beside-site.ts';
import { startBenchSite } from '../bench-site.ts';
import { seconds as lasting, p99Ms } from '../p99.ts';
import type { Row } from '../row.ts';

const A_MINUTE = 10_000;
const BUYERS = 512;
/** Each buyer takes each work once: enough for ten minutes. */
const WORKS = 200;
/** As `docs/growth.md` promises. */
const P95_MS = 2_000;

/** 10,000 orders a minute over HTTP at one process, readers beside them: how long an event waits. `--seconds 600`: ten minutes. */
const row: Row = {
  name: 'steady',
  async run({ seconds }) {
    const lasts_s = Math.max(60, seconds);
    const tokens: string[] = [];
    const works: number[] = [];
    const { site, scheme_id, stop } = await startBenchSite({}, (ctx) => makeWorld(ctx, tokens, works));
    const beside = await besideSite(site);
    const agent = new Agent({ keepAlive: true, maxSockets: 64, scheduling: 'fifo' });
    const post = poster(site.url, agent);
    try {
      const page = `${site.url}/programme/detail?id=${scheme_id}`;
      const buy = async (n: number) => {
        const id = works[(Math.floor(n / BUYERS) + n) % WORKS];
        const token = tokens[n % BUYERS] as string;
        const placed = await post<Order>('/scheme/buy/order', token, { id });
        await post('/sandbox/pay', null, { orderid: placed.orderid, channel: 'wechat', result: 'success' });
      };
      await buy(0);
      // the works that were just made are still being indexed
      await beside.delivered();
      const idle_ms = await p99Ms(page, lasting(10));
      const { rows: began } = await beside.booted.pool.pool.query<{ id: number }>('select max(id) as id from outbox');
      const goes = lasting(lasts_s);
      const reading = p99Ms(page, goes);
      const { count, took_ms } = await atRate(buy, goes);
      const busy_ms = await reading;
      await beside.delivered();
      const { rows } = await beside.booted.pool.pool.query<{ events: number; p95: number; most: number }>(
        `select count(*)::int as events, percentile_cont(0.95) within group (order by ms)::float8 as p95, max(ms)::float8 as most
         from (select extract(epoch from delivered_at - created_at) * 1000 as ms from outbox where id > $1) waited`,
        [began[0]?.id ?? 0],
      );
      const waited = rows[0] ?? { events: 0, p95: Number.POSITIVE_INFINITY, most: Number.POSITIVE_INFINITY };
      const proof = await proveLedger(beside.ctx());
      if (!proof.ok) throw new Error(`the ledger does not hold: ${JSON.stringify(proof.faults)}`);
      const a_minute = count / (took_ms / 60_000);
      return [
        {
          what: `events while ${A_MINUTE.toLocaleString('en-US')} orders a minute are placed, paid and settled for ${(lasts_s / 60).toFixed(0)} min`,
          goal: `p95 <= ${P95_MS / 1000} s`,
          measured: `p95 ${waited.p95.toFixed(0)} ms, longest ${waited.most.toFixed(0)} ms of ${waited.events.toLocaleString('en-US')}`,
          base: `orders: ${Math.round(a_minute).toLocaleString('en-US')} a minute`,
          ratio: '-',
          reached: waited.p95 <= P95_MS && a_minute >= 0.99 * A_MINUTE,
        },
        {
          what: 'p99 of a kept page beside those orders, 200 readers a second',
          goal: '-',
          measured: `${busy_ms.toFixed(2)} ms`,
          base: `idle: ${idle_ms.toFixed(2)} ms`,
          ratio: (busy_ms / idle_ms).toFixed(2),
          reached: null,
        },
      ];
    } finally {
      agent.destroy();
      await beside.stop();
      await stop();
    }
  },
};
export default row;

/** Begins orders at their rate whether the last have ended or not; resolves when the last has. @throws what an order threw */
async function atRate(buy: (n: number) => Promise<void>, goes: () => boolean): Promise<{ count: number; took_ms: number }> {
  const every_ms = 60_000 / A_MINUTE;
  const began = performance.now();
  const running = new Set<Promise<void>>();
  let failure: unknown;
  let count = 0;
  // the first was made before the clock
  for (; goes() && !failure; count++) {
    const early = began + count * every_ms - performance.now();
    if (early > 0) await wait(early);
    const one = buy(count + 1)
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => running.delete(one));
    running.add(one);
  }
  await Promise.all(running);
  if (failure) throw failure;
  return { count, took_ms: performance.now() - began };
}

/** Over 64 connections by turns, as a proxy in front has them. @throws what the site answered when it is no success */
function poster(url: string, agent: Agent) {
  return <T>(path: string, token: string | null, body: object) =>
    new Promise<T>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', platform: '4', ...(token ? { token } : {}) };
      const asked = request(`${url}/gateway${path}`, { method: 'POST', agent, headers }, (res) => {
        json(res).then((answer) => {
          const { code, msg, data } = answer as Envelope<T>;
          if (code === 0) resolve(data as T);
          else reject(new Error(`${path}: ${msg}`));
        }, reject);
      });
      asked.once('error', reject);
      asked.end(JSON.stringify(body));
    });
}

async function makeWorld(ctx: Ctx, tokens: string[], works: number[]): Promise<void> {
  for (let n = 0; n < BUYERS; n++) {
    const id = await createUser(ctx, { mobile: String(13_600_000_000 + n), password: null, nickname: `用户${n}` });
    tokens.push((await issueToken(ctx, id)).token);
  }
  const publisher_id = await createUser(ctx, { mobile: '13599999999', password: null, nickname: '发布者' });
  for (let n = 0; n < WORKS; n++) {
    const id = await inTransaction(ctx, async (tx) => {
      const made = await createItem(tx, { kind: KINDS.scheme, publisher_id, title: `方案 ${n}`, price_fen: 1_990, format: 'pdf' });
      await setItemStatus(tx, made, ['draft'], 'published');
      return made;
    });
    works.push(id);
  }
}
