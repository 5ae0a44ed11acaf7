import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { EVENTS_A_BATCH, TRACKING_CALLS } from '#contract/tracking.ts';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { copyRows } from '#server/db/copy-rows.ts';
import { copyLine } from '#server/modules/tracking/rules.ts';
import { startBenchSite } from '../bench-site.ts';
import { drive } from '../load.ts';
import { median, perSecond, type Result, type Row } from '../row.ts';

const SECONDS = 10;
const EVENTS_A_SECOND = 10_000;
const ROUNDS = 3;
const autocannon = fileURLToPath(new URL('../../../node_modules/autocannon/autocannon.js', import.meta.url));

/** 10,000 events a second for ten seconds: none lost, and a kept page as fast as without them but for a fifth. COPY against unnest. */
const row: Row = {
  name: 'tracking',
  async run() {
    const { site, scheme_id, stop } = await startBenchSite();
    try {
      const page = { url: `${site.url}/programme/detail?id=${scheme_id}`, headers: { 'accept-encoding': 'br' } };
      await drive(page, 2);
      const alone: number[] = [];
      const beside: number[] = [];
      let sent = 0;
      for (let round = 0; round < ROUNDS; round++) {
        alone.push((await drive(page, SECONDS)).per_second);
        const told = tellEvents(site.url, scheme_id);
        beside.push((await drive(page, SECONDS)).per_second);
        sent += await told;
      }
      await site.terminate();
      const { stored, copy, unnest } = await countAndCompare(site.data_dir);
      return results({ alone: median(alone), beside: median(beside), sent, stored, copy, unnest });
    } finally {
      await stop();
    }
  },
};
export default row;

/** @returns events whose batch was answered with success */
function tellEvents(url: string, scheme_id: number): Promise<number> {
  const event = { event_type: 1, event_name: 'view', url: `/programme/detail?id=${scheme_id}`, referer: 'https://www.baidu.com/', ago: 3 };
  const body = JSON.stringify({ uuid: 'a1b2c3d4-0000-4000-a000-000000000001', channel: 'expo', list: Array(EVENTS_A_BATCH).fill(event) });
  const rate = String(EVENTS_A_SECOND / EVENTS_A_BATCH);
  const args = ['-j', '-n', '-c', '16', '-d', String(SECONDS), '-R', rate, '-m', 'POST', '-H', 'content-type=application/json', '-b', body];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [autocannon, ...args, `${url}/gateway${TRACKING_CALLS.behaviour}`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', () => {
      const { non2xx, errors, ...result } = JSON.parse(text) as { '2xx': number; non2xx: number; errors: number };
      if (non2xx + errors > 0) reject(new Error(`${non2xx} answers were not 2xx, ${errors} errors`));
      else resolve(result['2xx'] * EVENTS_A_BATCH);
    });
  });
}

const ROWS = 100_000;
const COLUMNS = [
  'at',
  'type',
  'name',
  'value',
  'page',
  'kind',
  'source',
  'referer',
  'url',
  'old_url',
  'target_page',
  'channel',
  'orderid',
  'pro',
];
const TYPES = [
  'timestamptz',
  'smallint',
  'text',
  'text',
  'text',
  'smallint',
  'smallint',
  'text',
  'text',
  'text',
  'text',
  'text',
  'text',
  'smallint',
];

/** What the stopped site stored, and how fast the same rows go into the database in either way, 5,000 at once. */
async function countAndCompare(data_dir: string) {
  const booted = await boot(readConfig({ DATA_DIR: data_dir, SEED: 'none', LOG_LEVEL: 'error' }), { work: false });
  try {
    const { db } = booted.app;
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from track_events where type = 1`);
    const values = [
      new Date().toISOString(),
      9,
      'view',
      '',
      '/programme/detail',
      1,
      2,
      'www.baidu.com',
      '/programme/detail?id=1',
      '',
      '',
      'expo',
      '',
      4,
    ];
    const line = copyLine(values);
    const timed = async (work: (rows: number) => Promise<unknown>) => {
      const started = performance.now();
      for (let done = 0; done < ROWS; done += 5_000) await work(5_000);
      return ROWS / ((performance.now() - started) / 1000);
    };
    const copy = await timed((count) => copyRows(db, `track_events (${COLUMNS.join(', ')})`, Array(count).fill(line)));
    const text = `insert into track_events (${COLUMNS.join(', ')}) select * from unnest(${TYPES.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})`;
    const unnest = await timed((count) =>
      booted.pool.pool.query(
        text,
        values.map((value) => Array(count).fill(value)),
      ),
    );
    return { stored: rows[0]?.n ?? 0, copy, unnest };
  } finally {
    await booted.stop();
  }
}

function results(figures: { alone: number; beside: number; sent: number; stored: number; copy: number; unnest: number }): Result[] {
  const { alone, beside, sent, stored, copy, unnest } = figures;
  const wanted = EVENTS_A_SECOND * SECONDS * ROUNDS;
  return [
    {
      what: `events of pages for ${SECONDS} s, three times: stored of those that were taken`,
      goal: `all, ${perSecond(EVENTS_A_SECOND)}`,
      measured: `${stored.toLocaleString('en-US')}, ${perSecond(sent / SECONDS / ROUNDS)}`,
      base: `taken: ${sent.toLocaleString('en-US')}`,
      ratio: (stored / sent).toFixed(4),
      // batches that were on their way when the sender left are stored, and not counted as taken
      reached: stored >= sent && sent >= wanted * 0.98,
    },
    {
      what: 'cached scheme page beside them, 32 connections',
      goal: '>= 0.8',
      measured: perSecond(beside),
      base: `without events: ${perSecond(alone)}`,
      ratio: (beside / alone).toFixed(2),
      reached: beside / alone >= 0.8,
    },
    {
      what: 'events written by COPY, 5,000 at once',
      goal: '-',
      measured: perSecond(copy),
      base: `unnest: ${perSecond(unnest)}`,
      ratio: (copy / unnest).toFixed(2),
      reached: null,
    },
  ];
}
