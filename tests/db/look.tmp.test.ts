import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { publishDemoWords } from '../support/judged-catalogue.ts';
import { searchView } from '#server/views/search.ts';
import { planSearch } from '#server/modules/search/plan-search.ts';

it('looks', async () => {
  const t = await startTestApp();
  const ctx = t.ctx();
  await publishDemoWords(ctx);
  for (const line of readFileSync('/tmp/q.txt', 'utf8').split('\n').filter(Boolean)) {
    const [q = '', k] = line.split('\t');
    const { list, kinds } = await searchView(ctx, q, k ?? null, () => ({}));
    const { read } = await planSearch(ctx, q);
    const s = list.search;
    process.stdout.write(`${q} => [${read.topic}] weak[${read.weak}] quiet[${read.quiet}] ${list.kind} ${s?.answer} out[${s?.left_out}] by[${s?.found_by}] ${s?.meant ?? ''} | ${kinds.map((x) => x.kind + x.total).join(' ')}\n`);
    process.stdout.write(list.result.list.slice(0, 5).map((c) => `      ${c.title}\n`).join(''));
  }
  await t.stop();
}, 600_000);
