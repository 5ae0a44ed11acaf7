// One million items against one thousand: every list sort and filter, search, detail, recommendations. `node tests/bench/scale.mjs
// [thousands] [folder] [every nth list] [families]`, of the families the beginnings of names, parted by commas. Makes two databases in a cluster of its own (fsync off: only reads are measured) and removes them afterwards;
// with a folder they are kept there and found again by the next run.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { KINDS } from '#contract/kinds.ts';
import { seedScale } from '#demo/scale.ts';
import { createCtx } from '#server/app/ctx.ts';
import { boot } from '#server/boot.ts';
import { readConfig } from '#server/config/config.ts';
import { ensureDatabase, startCluster } from '#server/db/cluster.ts';
import { checksDone, forgetCounts, forgetNeighbours, kindTerms, listItems, recommendItems } from '#server/modules/catalog/index.ts';
import { findItems } from '#server/modules/search/index.ts';
import { homeView } from '#server/views/home.ts';
import { itemListView } from '#server/views/item-list.ts';
import { itemScreen } from '#server/views/item-screen.ts';
import { searchView } from '#server/views/search.ts';
import { suggestionsView } from '#server/views/suggestions.ts';
import { registerAllKinds } from '../support/all-kinds.ts';

/** @import { Ctx } from '#server/app/ctx.ts' */
/** @import { Cluster } from '#server/db/cluster.ts' */
/** @import { KindFacts } from '#contract/kinds.ts' */
/** @import { ItemFilter, ItemSort, Term } from '#contract/item.ts' */
/** @typedef {[family: string, name: string, call: () => Promise<unknown>]} Question */
/** @typedef {{ name: string, ms: number, kept_ms: number }} Timing */
/** @typedef {{ ctx: Ctx, asked: Question[], times: Map<string, Timing[]> }} Measured */
/** @typedef {{ 'Node Type': string, 'Relation Name'?: string, Plans?: PlanNode[] }} PlanNode */
/** @typedef {(text: string) => void} Say */

/** @type {readonly ItemSort[]} */
const SORTS = ['recommend', 'new', 'download', 'price_up', 'price_down'];
/** The largest kind is asked everything; of the others a large, a middling and the smallest one. */
const OTHERS = [KINDS.ppt, KINDS.resource, KINDS.job];
const WORDS = {
  'search, 1 character': ['会', '快', '策', '山', '店', '颁', '热', '展'],
  'search, 2 characters': ['年会', '快闪', '国潮', '发布', '露营', '敦煌', 'KP', '夜店'],
  'search, 4 characters': ['新品发布', '策划方案', '星河之夜', '品牌路演', '敦煌奇遇', '2026', '亲子嘉年', '奇遇露营'],
  'search, read': [
    '年会方案免费下载',
    '300人年会 预算8万 上海',
    '杭州亲子嘉年华怎么做',
    '新品发布会ppt模板',
    '国潮年会拉丝布置',
    '年绘策化方案',
  ],
  'search, rare': ['777', '漫游之夜2026露营派对', '不存在的词语'],
};

/** What is typed, sign by sign. */
const TYPED = [
  'n',
  'nianhui',
  'fbh',
  '年',
  '年会',
  '年会策',
  '新品发布会',
  '星河之夜',
  '上海',
  '敦煌',
  '策划',
  'p',
  'kpi',
  '露营派对',
  '不存在',
];

/** Records what is sent to the database, so that each statement can be explained afterwards. */
/** @type {Map<string, { text: string, params: unknown[], once: boolean }>} */
const statements = new Map();
let recording = false;
const prototype = /** @type {{ query(...args: unknown[]): unknown }} */ (/** @type {unknown} */ (pg.Client.prototype));
const sent = prototype.query;
/** @param {unknown[]} args */
prototype.query = function (...args) {
  const config = /** @type {string | { name?: string, text?: string, values?: unknown[] } | undefined} */ (args[0]);
  const text = (typeof config === 'string' ? config : config?.text) ?? '';
  const params = Array.isArray(args[1]) ? args[1] : ((typeof config === 'string' ? undefined : config?.values) ?? []);
  // those of the search are planned once
  const once = typeof config === 'object' && config.name?.startsWith('search_') === true;
  if (recording && /^\s*(select|with)/i.test(text)) statements.set(`${text}|${JSON.stringify(params)}`, { text, params, once });
  return sent.apply(this, args);
};

/** The number of a term that a world must have. @param {Term | undefined} term */
function idOf(term) {
  if (!term) throw new Error('the world has no such term');
  return term.id;
}

/** Everything that is asked of one database. @param {Ctx} ctx */
async function questions(ctx) {
  const terms = await kindTerms(ctx, KINDS.scheme);
  const { industry = [], activity = [] } = terms.facets;
  /** @param {Term[]} list */
  const pick = (list) => [list[0], list.at(-1)].filter((term) => term !== undefined);
  const cids = [
    undefined,
    ...pick(terms.categories).flatMap((term) => [{ cid: term.id }, { cid: term.id, cid2: idOf(term.children?.[0]) }]),
  ];
  /** @type {ItemFilter[]} */
  const others = [
    {},
    ...pick(terms.tags).map(({ id }) => ({ tag: id })),
    ...pick(industry).map(({ id }) => ({ terms: { industry: id } })),
    ...pick(activity).map(({ id }) => ({ terms: { activity: id } })),
    { terms: { industry: idOf(industry[1]), activity: idOf(activity[1]) } },
    { tag: idOf(terms.tags[3]), terms: { industry: idOf(industry.at(-1)) } },
    { tag: idOf(terms.tags.at(-1)), terms: { industry: idOf(industry.at(-2)), activity: idOf(activity.at(-1)) } },
  ];
  /** @type {ItemFilter[]} */
  const prices = [{}, { price: 'free' }, { price: 'paid' }, { price: 'vip' }];
  /** @type {ItemFilter[]} */
  const formats = [{}, { format: 'pdf' }, { format: 'pptx' }];
  /** @type {Question[]} */
  const asked = [];
  for (const sort of SORTS)
    for (const cid of cids)
      for (const other of others)
        for (const price of prices)
          for (const format of formats) {
            const filter = { ...cid, ...other, ...price, ...format, sort };
            asked.push([`list, ${sort}`, JSON.stringify(filter), () => listItems(ctx, KINDS.scheme, filter)]);
          }
  for (const sort of SORTS)
    for (const page of [10, 20, 30]) asked.push(['list, deep page', `${sort} ${page}`, () => listItems(ctx, KINDS.scheme, { sort, page })]);
  /** @type {ItemFilter[]} */
  const besides = [
    {},
    { sort: 'new' },
    { sort: 'download' },
    { price: 'free' },
    { cid: idOf(terms.categories[0]), price: 'paid' },
    { page: 5 },
  ];
  for (const [family, words] of Object.entries(WORDS))
    for (const keyword of words)
      for (const more of besides)
        asked.push([family, `${keyword} ${JSON.stringify(more)}`, () => findItems(ctx, KINDS.scheme, { keyword, ...more })]);
  for (const kind of OTHERS) asked.push(...(await questionsOfKind(ctx, kind)));
  for (const words of Object.values(WORDS))
    for (const keyword of words) asked.push(['search, all kinds', keyword, () => searchView(ctx, keyword, null, () => ({}))]);
  for (const text of TYPED) asked.push(['suggestions', text, () => suggestionsView(ctx, text)]);
  const ids = (await listItems(ctx, KINDS.scheme, { sort: 'new' })).list.map((card) => card.id);
  for (const id of ids) {
    asked.push(['detail', String(id), async () => itemScreen(ctx, KINDS.scheme, id)]);
    for (const page of [1, 3]) asked.push(['recommendations', `${id} ${page}`, () => recommendItems(ctx, KINDS.scheme, { id, page })]);
  }
  for (let round = 0; round < 20; round++) asked.push(['home', String(round), () => homeView(ctx)]);
  return asked;
}

/** The same of a kind that has fewer items, without every combination. @param {Ctx} ctx @param {KindFacts} kind */
async function questionsOfKind(ctx, kind) {
  const terms = await kindTerms(ctx, kind);
  const own = Object.entries(terms.facets).flatMap(([key, list]) => (list[0] ? [{ terms: { [key]: list[0].id } }] : []));
  const [first, last] = [terms.categories[0], terms.categories.at(-1)];
  const cids = [first, last].flatMap((term) => [{ cid: idOf(term) }, { cid: idOf(term), cid2: idOf(term?.children?.[0]) }]);
  /** @type {ItemFilter[]} */
  const filters = [
    {},
    ...cids,
    ...own,
    ...[terms.tags[0], terms.tags.at(-1)].map((term) => ({ tag: idOf(term) })),
    ...own.map((of) => ({ ...of, cid: idOf(first) })),
    { ...Object.assign({}, ...own.map((of) => of)), price: 'free' },
  ];
  /** @type {Question[]} */
  const asked = [];
  for (const sort of SORTS)
    for (const filter of filters) {
      const name = `${kind.key} ${JSON.stringify({ ...filter, sort })}`;
      asked.push(['list, other kinds', name, () => listItems(ctx, kind, { ...filter, sort })]);
    }
  for (const filter of filters)
    asked.push(['list page, other kinds', `${kind.key} ${JSON.stringify(filter)}`, () => itemListView(ctx, kind, filter)]);
  /** @type {ItemFilter[]} */
  const besides = [{}, { sort: 'new' }, { cid: idOf(first) }, { price: 'free' }];
  for (const words of Object.values(WORDS))
    for (const keyword of words)
      for (const more of besides)
        asked.push([
          'search, other kinds',
          `${kind.key} ${keyword} ${JSON.stringify(more)}`,
          () => findItems(ctx, kind, { keyword, ...more }),
        ]);
  return asked;
}

/** What the process remembers would hide what the database does; a check behind an answer is not part of it. @param {Ctx} ctx */
async function forgetKept(ctx) {
  await checksDone(ctx.app);
  forgetCounts(ctx.app);
  forgetNeighbours(ctx.app);
}

/** Of each question; the median counts. */
const ROUNDS = 3;

/** @param {() => Promise<unknown>} call */
async function timed(call) {
  const start = performance.now();
  await call();
  return performance.now() - start;
}

/**
 * Asks each question of every world in turn, so that a busy moment of the machine meets all of them. `every` takes each n-th list
 * question only, for a quick look; `families`: only those whose names begin so, all without.
 * @param {Ctx[]} worlds
 * @param {number} every
 * @param {readonly string[]} families
 */
async function measure(worlds, every, families) {
  /** @type {Measured[]} */
  const measured = [];
  for (const ctx of worlds) {
    const wanted = (await questions(ctx)).filter(([family]) => families.length === 0 || families.some((name) => family.startsWith(name)));
    const asked = wanted.filter(([family], index) => !/^list, ([rnd](ec|ew|ow)|price)/.test(family) || index % every === 0);
    for (const [, , call] of asked.filter((_question, index) => index % 7 === 0)) await call();
    measured.push({ ctx, asked, times: new Map() });
  }
  for (const index of measured[0]?.asked.keys() ?? []) {
    const questions = measured.map((of) => ({
      ...of,
      question: /** @type {Question} */ (of.asked[index]),
      took: /** @type {number[]} */ ([]),
    }));
    for (const { ctx } of measured) await forgetKept(ctx);
    for (let round = 0; round < ROUNDS; round++)
      for (const { ctx, question, took } of questions) {
        forgetNeighbours(ctx.app);
        took.push(await timed(question[2]));
        await checksDone(ctx.app);
      }
    for (const { question, took, times } of questions) {
      const [family, name, call] = question;
      const ms = took.toSorted((a, b) => a - b)[(ROUNDS - 1) / 2] ?? 0;
      times.set(family, [...(times.get(family) ?? []), { name, ms, kept_ms: await timed(call) }]);
    }
  }
  return measured;
}

/** Sequential scans of items or of the search index in the plans of everything that was asked. @param {Ctx} ctx @param {string} url @param {Question[]} asked */
async function sequentialScans(ctx, url, asked) {
  statements.clear();
  recording = true;
  for (const [, , call] of asked) {
    await forgetKept(ctx);
    await call();
  }
  recording = false;
  const planning = (/** @type {string} */ mode) =>
    new pg.Client({
      connectionString: url,
      options: `-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1 -c plan_cache_mode=${mode}`,
    });
  const [by_values, planned_once] = [planning('auto'), planning('force_generic_plan')];
  await Promise.all([by_values.connect(), planned_once.connect()]);
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const { text, params, once } of statements.values()) {
    const { rows } = await (once ? planned_once : by_values).query(`explain (format json) ${text}`, params);
    /** @param {PlanNode} node */
    const walk = (node) => {
      if (
        node['Node Type'] === 'Seq Scan' &&
        node['Relation Name'] &&
        ['items', 'search_documents', 'search_words', 'item_files'].includes(node['Relation Name'])
      ) {
        found.set(text.slice(0, 200), node['Relation Name']);
      }
      for (const child of node.Plans ?? []) walk(child);
    };
    walk(rows[0]['QUERY PLAN'][0].Plan);
  }
  await Promise.all([by_values.end(), planned_once.end()]);
  return { checked: statements.size, found };
}

/** @param {Timing[]} list @param {'ms' | 'kept_ms'} of */
const p95 = (list, of = 'ms') => {
  const sorted = list.map((entry) => entry[of]).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
};

/** @param {Cluster} cluster @param {number} factor @param {Say} say @param {string} folder */
async function world(cluster, factor, say, folder) {
  const url = await ensureDatabase(cluster, `scale_${factor}`);
  const data_dir = join(folder, `data-${factor}`);
  mkdirSync(data_dir, { recursive: true });
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: data_dir, SEED: 'NONE', LOG_LEVEL: 'error' });
  const booted = await boot(config, { work: false });
  const ctx = createCtx(booted.app, { kind: 'job', name: 'bench' }, 'bench');
  const start = performance.now();
  const made = join(folder, `made-${factor}`);
  if (!existsSync(made)) {
    await seedScale(ctx, {
      factor,
      database_url: url,
      progress: (text) => say(`${factor},000 items: ${text}, ${((performance.now() - start) / 1000).toFixed(0)} s`),
    });
    writeFileSync(made, '');
    say(`${factor},000 items made in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  return {
    url,
    ctx,
    stop: () => booted.stop(),
  };
}

/** Rows of the table: what, p95 in ms at 1,000 and at `thousands` thousand items, ratio, whether both promises hold. */
async function benchScale({
  thousands = 1_000,
  kept = '',
  every = 1,
  families = /** @type {string[]} */ ([]),
  say = /** @type {Say} */ (() => undefined),
} = {}) {
  registerAllKinds();
  const dir = kept || mkdtempSync(join(tmpdir(), 'cemao-scale-'));
  const cluster = await startCluster(dir, {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '8GB' },
  });
  try {
    const small = await world(cluster, 1, say, dir);
    const large = await world(cluster, thousands, say, dir);
    const [base, grown] = await measure([small.ctx, large.ctx], every, families);
    if (!base || !grown) throw new Error('a world was not measured');
    const { times, asked } = grown;
    const scans = await sequentialScans(large.ctx, large.url, asked);
    await small.stop();
    await large.stop();
    const rows = [...times].map(([family, list]) => {
      const before_ms = p95(base.times.get(family) ?? []);
      const p95_ms = p95(list);
      const worst = list.toSorted((a, b) => b.ms - a.ms)[0];
      return {
        family,
        questions: list.length,
        before_ms,
        p95_ms,
        ratio: p95_ms / before_ms,
        kept_p95_ms: p95(list, 'kept_ms'),
        worst_ms: worst?.ms ?? 0,
        worst: worst?.name ?? '',
      };
    });
    return { rows, scans };
  } finally {
    await cluster.stop();
    if (!kept) rmSync(dir, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  const { rows, scans } = await benchScale({
    thousands: Number(process.argv[2] ?? 1_000),
    kept: process.argv[3] ?? '',
    every: Number(process.argv[4] ?? 1),
    families: (process.argv[5] ?? '').split(',').filter(Boolean),
    say: (text) => {
      process.stdout.write(`${text}\n`);
    },
  });
  /** @param {string | number} value */
  const cell = (value) => (typeof value === 'number' ? value.toFixed(value < 100 ? 2 : 0) : value);
  console.table(rows.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, cell(value)]))));
  process.stdout.write(`${scans.checked} statements explained; sequential scans: ${scans.found.size}\n`);
  for (const [text, table] of scans.found) process.stdout.write(`  ${table}: ${text}\n`);
  /** @param {string} family */
  const goal_ms = (family) => (family.startsWith('search') ? 20 : family === 'suggestions' ? 15 : 30);
  const [slow] = rows.toSorted((a, b) => b.p95_ms - a.p95_ms);
  // a sentence of five words beside filters is our own question, so it has no goal of growth
  const grown = rows.filter(({ family }) => family !== 'search, rare').toSorted((a, b) => b.ratio - a.ratio)[0];
  if (!slow) throw new Error('nothing was asked');
  const summary = {
    measured: `worst p95 ${slow.p95_ms.toFixed(1)} ms (${slow.family}); ${scans.found.size} scans`,
    base: grown ? `most grown: ${grown.family}, ${grown.before_ms.toFixed(1)} to ${grown.p95_ms.toFixed(1)} ms` : '',
    ratio: (grown?.ratio ?? 0).toFixed(1),
    reached: scans.found.size === 0 && rows.every(({ family, p95_ms }) => p95_ms <= goal_ms(family)) && (grown?.ratio ?? 0) <= 3,
  };
  process.stdout.write(`${JSON.stringify(summary)}\n`);
}
