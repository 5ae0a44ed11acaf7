import lighthouse from 'lighthouse';
import { openBrowser } from '../../support/browser.ts';
import { everythingOn } from '../../support/everything-on.ts';
import { freePort } from '../../support/site.ts';
import { fillSite } from '../../support/site-world.ts';
import { startBenchSite } from '../bench-site.ts';
import { median, type Result, type Row } from '../row.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LEAST: Record<(typeof CATEGORIES)[number], number> = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

/** One run now and then falls on a busy moment of the machine; Lighthouse itself advises the median of several. */
const RUNS = 3;

/** Lighthouse's own slow 4G preset on a phone, after a warm visit, with all on that an operator can switch on around a page. */
const row: Row = {
  name: 'lighthouse',
  async run() {
    const { site, stop } = await startBenchSite({}, everythingOn);
    let browser: Awaited<ReturnType<typeof openBrowser>> | undefined;
    try {
      // schemes with real pictures: a picture that is missing is an error on the console
      const world = await fillSite(site);
      const port = await freePort();
      browser = await openBrowser([`--remote-debugging-port=${port}`]);
      const results: Result[] = [];
      for (const [name, path] of [
        ['home', '/'],
        ['list', '/programme'],
        ['detail', `/programme/detail?id=${world.paid}`],
      ] as const) {
        await (await fetch(site.url + path)).arrayBuffer();
        results.push(await audit(name, site.url + path, port));
      }
      return results;
    } finally {
      await browser?.close();
      await stop();
    }
  },
};
export default row;

async function audit(name: string, url: string, port: number): Promise<Result> {
  const runs: number[][] = [];
  for (let run = 0; run < RUNS; run++) {
    const found = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] });
    runs.push(CATEGORIES.map((category) => Math.round((found?.lhr.categories[category]?.score ?? 0) * 100)));
  }
  const scores = CATEGORIES.map((_category, at) => median(runs.map((run) => run[at] ?? 0)));
  return {
    what: `Lighthouse, ${name}`,
    goal: '95 / 100 / 100 / 100',
    measured: scores.join(' / '),
    base: CATEGORIES.join(', '),
    ratio: '-',
    reached: CATEGORIES.every((category, at) => (scores[at] ?? 0) >= LEAST[category]),
  };
}
