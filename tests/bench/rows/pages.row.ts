import { startBenchSite } from '../bench-site.ts';
import { alternate, drive } from '../load.ts';
import { plainCopy } from '../plain.ts';
import { type Result, type Row, ratioResult } from '../row.ts';

/** A kept page against plain node:http with the same bytes; a rendered page against an empty one. */
const row: Row = {
  name: 'pages',
  async run({ seconds }) {
    return [await cached(seconds), await rendered(seconds)];
  },
};
export default row;

async function cached(seconds: number): Promise<Result> {
  const { site, scheme_id, stop } = await startBenchSite();
  const page = { url: `${site.url}/programme/detail?id=${scheme_id}`, headers: { 'accept-encoding': 'br' } };
  const plain = await plainCopy(page).finally(() => drive(page, 1));
  try {
    // two cores are shared with the load, which both answer faster than: their own processor time tells them apart
    const [ours, base] = await alternate({ ...page, pid: site.pid }, { url: plain.url, pid: plain.pid }, seconds);
    return ratioResult('cached scheme page, a second of its processor', 0.6, ours, base, 'plain node:http');
  } finally {
    plain.stop();
    await stop();
  }
}

async function rendered(seconds: number): Promise<Result> {
  const { site, scheme_id, stop } = await startBenchSite({ PAGE_CACHE_MB: '0' });
  try {
    const [ours, base] = await alternate({ url: `${site.url}/programme/detail?id=${scheme_id}` }, { url: `${site.url}/__empty` }, seconds);
    return ratioResult('uncached scheme page', 0.3, ours, base, 'empty Astro page');
  } finally {
    await stop();
  }
}
