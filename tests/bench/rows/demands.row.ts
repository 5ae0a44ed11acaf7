import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KINDS } from '#contract/kinds.ts';
import { createCtx } from '#server/app/ctx.ts';
import { type Booted, boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { checksDone, forgetCounts } from '#server/modules/catalog/index.ts';
import { demandSummaries, ownDemands } from '#server/modules/demands/index.ts';
import { demandListView } from '#server/views/demand-screen.ts';
import { p95Ms, type Result, type Row } from '../row.ts';

const DEMANDS = 1_000_000;
const OWNERS = 50_000;
const AT_ONCE = 50_000;
const P95_MS = 20;
const PAGE = { page: 1, limit: 10 };

/** 1,000,000 demands: their public list in each order, a page behind, somebody's own ones. */
const row: Row = {
  name: 'demands',
  async run() {
    const data_dir = mkdtempSync(join(tmpdir(), 'cemao-bench-demands-'));
    chmodSync(data_dir, 0o755);
    const booted = await boot(readConfig({ DATA_DIR: data_dir, SEED: 'none', LOG_LEVEL: 'error' }), { work: false });
    try {
      await fill(booted);
      return await measure(booted);
    } finally {
      await booted.stop();
      rmSync(data_dir, { recursive: true, force: true });
    }
  },
};
export default row;

async function measure({ app }: Booted): Promise<Result[]> {
  const as = (user_id: number) => createCtx(app, { kind: 'user', user_id, token_id: 0, roles: [], address: '10.0.0.1' }, 'bench');
  const list = (filter: Parameters<typeof demandListView>[1]) => async () => {
    await checksDone(app);
    forgetCounts(app);
    await demandListView(as(7), filter, { type: null, label_id: null });
  };
  const asked: Array<[string, (n: number) => Promise<unknown>]> = [
    ['the newest', list({})],
    ['what ends soon', list({ sort: 'ends' })],
    ['page 20', list({ page: 20 })],
    ['somebody’s own ones', (n) => ownDemands(as(1 + ((n * 97) % OWNERS)), { tab: 'open', ...PAGE })],
    [
      'faces of twenty',
      (n) =>
        demandSummaries(
          as(7),
          Array.from({ length: 20 }, (_, i) => 1 + ((n * 7_919 + i * 31) % DEMANDS)),
        ),
    ],
  ];
  const results: Result[] = [];
  for (const [name, work] of asked) {
    const ms = await p95Ms(work);
    results.push({
      ...{ what: `1,000,000 demands: ${name}`, goal: `p95 <= ${P95_MS} ms`, measured: `${ms.toFixed(1)} ms` },
      ...{ base: '', ratio: '', reached: ms <= P95_MS },
    });
  }
  return results;
}

async function fill({ pool: { pool } }: Booted): Promise<void> {
  for (let from = 1; from <= DEMANDS; from += AT_ONCE) {
    const range = [from, from + AT_ONCE - 1];
    await pool.query(
      `insert into items (kind, publisher_id, title, status, published_at, ends_at, term_ids)
       select ${KINDS.demand.code}, 1 + n % ${OWNERS}, '需求' || n, 'published', now() - n * interval '1 second', now() + n * interval '1 minute',
         array[n % 7 + 1]::bigint[] from generate_series($1::int, $2::int) n`,
      range,
    );
    await pool.query(
      `insert into demands (item_id, owner_id, title, state, form, draft_key, closes_at)
       select id, publisher_id, title, 'open', '{}', 'k' || id, ends_at from items where id between $1 and $2`,
      range,
    );
  }
  await pool.query('analyze items, demands');
}
