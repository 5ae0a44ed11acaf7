import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { besideSite } from '../../support/beside-site.ts';
import { startBenchSite } from '../bench-site.ts';
import { seconds as lasting, p99Ms } from '../p99.ts';
import type { Row } from '../row.ts';

const BUYERS = 200;
const ITEMS = 50;
const ORDERS = BUYERS * ITEMS;

/** What readers notice of 10,000 orders whose time is up in the same minute. */
const row: Row = {
  name: 'expiry',
  async run({ seconds }) {
    const { site, scheme_id, stop } = await startBenchSite();
    const beside = await besideSite(site);
    try {
      const { pool } = beside.booted.pool;
      const gateway = createGateway(beside.booted.app, endpoints);
      const { rows: works } = await pool.query<{ id: number }>('select id from items order by id limit $1', [ITEMS]);
      for (let n = 0; n < BUYERS; n++) {
        const { token } = await beside.person(String(13_600_000_000 + n));
        await Promise.all(works.map(({ id }) => place(gateway, token, id)));
      }
      // open here, and open at the provider: it hears of all when the books are closed
      const open = async () => {
        const { rows } = await pool.query<{ orders: number; payments: number }>(
          `select (select count(*)::int from orders where status = 1) as orders,
            (select count(*)::int from sandbox_payments where status = 'waiting') as payments`,
        );
        return rows[0] ?? { orders: 0, payments: 0 };
      };
      const placed = (await open()).orders;
      if (placed !== ORDERS) throw new Error(`${placed} orders wait for payment, not ${ORDERS}`);
      const page = `${site.url}/programme/detail?id=${scheme_id}`;
      await p99Ms(page, lasting(1));
      const idle_ms = await p99Ms(page, lasting(Math.max(5, seconds)));
      await pool.query(`update orders set expires_at = now() - interval '1 second' where status = 1`);
      while ((await open()).orders === ORDERS) await wait(50);
      const began = performance.now();
      let left = ORDERS;
      const watching = (async () => {
        while (left > 0) {
          await wait(200);
          const still = await open();
          left = still.orders + still.payments;
        }
      })();
      const busy_ms = await p99Ms(page, () => left > 0);
      await watching;
      const took_s = (performance.now() - began) / 1000;
      return [
        {
          what: `p99 of a kept page while ${ORDERS.toLocaleString('en-US')} orders expire`,
          goal: '<= 1.2x',
          measured: `${busy_ms.toFixed(2)} ms, ${took_s.toFixed(0)} s long`,
          base: `idle: ${idle_ms.toFixed(2)} ms`,
          ratio: (busy_ms / idle_ms).toFixed(2),
          reached: busy_ms <= 1.2 * idle_ms,
        },
      ];
    } finally {
      await beside.stop();
      await stop();
    }
  },
};
export default row;

async function place(gateway: ReturnType<typeof createGateway>, token: string, id: number): Promise<void> {
  const headers = { 'content-type': 'application/json', platform: '4', token };
  const response = await gateway.request('/scheme/buy/order', { method: 'POST', headers, body: JSON.stringify({ id }) });
  const answer = (await response.json()) as { code: number; msg: string };
  if (answer.code !== 0) throw new Error(answer.msg);
}
