import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { composeDeck } from '#demo/decks/compose.ts';
import { deckToPdf } from '#demo/decks/pdf.ts';
import { createRandom } from '#demo/random.ts';
import { DEMO_SCHEMES } from '#demo/world/schemes.ts';
import { actingAs } from '#server/app/ctx.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { localDocuments } from '#server/providers/document/local.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { besideSite } from '../../support/beside-site.ts';
import { startBenchSite } from '../bench-site.ts';
import { seconds as lasting, p99Ms } from '../p99.ts';
import { perSecond, type Result, type Row } from '../row.ts';

const PAGES = 60;
/** Enough to draw for as long as the measurement takes. */
const COPIES = 6;

/** Pages a second with one worker and with two; what a reader notices of it on a kept page. */
const row: Row = {
  name: 'rendering',
  async run({ seconds }) {
    const data = await longDeck();
    return [await speed(data), await readers(data, Math.max(5, seconds))];
  },
};
export default row;

/** 60 slides of the demo world's decks as one PDF. */
async function longDeck(): Promise<Uint8Array> {
  const decks = DEMO_SCHEMES.slice(0, 8).map((scheme, index) => composeDeck(scheme, '测试', createRandom(index)));
  const [first] = decks;
  if (!first) throw new Error('there are no demo schemes');
  return deckToPdf({ ...first, slides: decks.flatMap((deck) => deck.slides).slice(0, PAGES) });
}

async function speed(data: Uint8Array): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'cemao-render-'));
  try {
    const path = join(folder, 'deck.pdf');
    writeFileSync(path, data);
    const documents = localDocuments(localStorage(folder), process.env['PATH'] ?? '');
    const measure = async (workers: number) => {
      const started = performance.now();
      let pages = 0;
      await documents.render(path, {
        page_count: PAGES,
        skip: () => false,
        workers,
        onPage: async () => {
          pages++;
        },
      });
      return pages / ((performance.now() - started) / 1000);
    };
    const one = await measure(1);
    const two = await measure(2);
    return {
      what: `PDF of ${PAGES} pages rendered, two workers`,
      goal: '>= 1.4 (both cores)',
      measured: `${two.toFixed(1)} pages/s`,
      base: `one worker: ${one.toFixed(1)} pages/s`,
      ratio: (two / one).toFixed(2),
      reached: two / one >= 1.4,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function readers(data: Uint8Array, seconds: number): Promise<Result> {
  const { site, scheme_id, stop } = await startBenchSite();
  const beside = await besideSite(site);
  try {
    const page = `${site.url}/programme/detail?id=${scheme_id}`;
    await p99Ms(page, lasting(1));
    const idle_ms = await p99Ms(page, lasting(seconds));
    const { id } = await beside.person('13900000077');
    const publisher = actingAs(beside.ctx(), { kind: 'user', user_id: id, token_id: 0, roles: [], address: '127.0.0.1' });
    for (let copy = 0; copy < COPIES; copy++) await storeOriginal(publisher, { purpose: 'document', name: `${copy}.pdf`, data });
    const drawn = async () => {
      const { rows } = await beside.booted.pool.pool.query<{ n: number; open: number }>(
        `select (select count(*)::int from file_pages) as n, (select count(*)::int from renderings where status <> 'done') as open`,
      );
      return rows[0] ?? { n: 0, open: 0 };
    };
    while ((await drawn()).n === 0) await wait(50);
    const before = (await drawn()).n;
    const busy_ms = await p99Ms(page, lasting(seconds));
    const after = await drawn();
    if (after.open === 0) throw new Error('the rendering ended before the measurement did');
    return {
      what: `p99 of a kept page while the site renders ${perSecond((after.n - before) / seconds)}`,
      goal: '< 3x',
      measured: `${busy_ms.toFixed(2)} ms`,
      base: `idle: ${idle_ms.toFixed(2)} ms`,
      ratio: (busy_ms / idle_ms).toFixed(2),
      reached: busy_ms < 3 * idle_ms,
    };
  } finally {
    await beside.stop();
    await stop();
  }
}
