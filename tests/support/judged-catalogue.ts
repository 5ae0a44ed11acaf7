import { fieldWords } from '#contract/fields.ts';
import { KINDS, type KindFacts } from '#contract/kinds.ts';
import { DEMO_DEMANDS } from '#demo/demands.ts';
import { DEMO_SALONS } from '#demo/salons.ts';
import { DEMO_WORKS } from '#demo/works/index.ts';
import { DEMO_COURSES } from '#demo/world/courses.ts';
import { DEMO_JOBS } from '#demo/world/jobs.ts';
import { MORE_COURSES } from '#demo/world/more-courses.ts';
import { DEMO_TALKS } from '#demo/world/salon-talks.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { DEFAULT_CATEGORIES, ensureTerm, installDefaultTerms, kindTerms } from '#server/modules/catalog/index.ts';
import { makeItem, makePublisher, settleOutbox } from './catalog.ts';
import type { JudgedWork } from './judged-search.ts';

/** Publishes works of a judged catalogue, of so many publishers in turn. @returns their titles */
export async function publishJudged(ctx: Ctx, works: readonly JudgedWork[], of = 10): Promise<Map<number, string>> {
  const publishers = await Promise.all(Array.from({ length: of }, (_, n) => makePublisher(ctx, `策划人${n}号`)));
  const titles = new Map<number, string>();
  const terms = new Map<string, number>();
  for (const [at, work] of works.entries()) {
    const { kind: key = 'scheme', category, industry, tags = [], price_fen = 9_900, format = 'pdf', introduction = '' } = work;
    const kind = KINDS[key];
    const term = async (facet: string, name: string, parent_id: number | null = null) => {
      const of_kind = `${key}/${facet}/${name}`;
      const id = terms.get(of_kind) ?? (await inTransaction(ctx, (tx) => ensureTerm(tx, kind, { facet, name, parent_id })));
      terms.set(of_kind, id);
      return id;
    };
    const parent = DEFAULT_CATEGORIES.find(({ children }) => children.includes(category));
    const category_id = await term('category', parent?.name ?? category);
    const id = await makeItem(ctx, {
      ...{ kind, title: work.title, introduction, price_fen, format, tags: [...tags], category_id },
      publisher_id: publishers[at % publishers.length] ?? 0,
      category_sub_id: parent ? await term('category', category, category_id) : null,
      term_ids: industry ? [await term('industry', industry)] : [],
    });
    titles.set(id, work.title);
  }
  await settleOutbox(ctx);
  return titles;
}

/** How many works of a kind, and jobs, the demo world had when the lists of `at: 'first'` were written. */
const FIRST: Readonly<Record<string, number>> = {
  ...{ scheme: 42, resource: 12, ppt: 10, design: 10, article: 8, sample: 9, supplier_case: 13, resource_case: 9 },
};
const FIRST_JOBS = 4;
const FIRST_TALKS = 5;
const FIRST_SALONS = 13;
const FIRST_DEMANDS = 9;

/**
 * Publishes what the demo world says of its works, without drawing them: titles, words, terms and prices as their publishers fill them in. `at: 'first'`:
 * those that stood when most lists were written, whose right answers name them.
 */
export async function publishDemoWords(ctx: Ctx, { at = 'now' }: { at?: 'first' | 'now' } = {}): Promise<void> {
  const isOf = ({ key, kind }: (typeof DEMO_WORKS)[number]) =>
    at === 'now' || Number(key.split('-').at(-1)) < (FIRST[kind.key] ?? Number.POSITIVE_INFINITY);
  const beside = BESIDE_WORKS.filter(({ title }) => at === 'now' || !LATER_TITLES.has(title));
  await inTransaction(ctx, installDefaultTerms);
  const publishers = new Map<number, number>();
  const publisherOf = async (place: number) => {
    const id = publishers.get(place) ?? (await makePublisher(ctx, `策划人${place}号`));
    publishers.set(place, id);
    return id;
  };
  for (const work of DEMO_WORKS.filter(isOf)) {
    const form = work.form(await kindTerms(ctx, work.kind), {});
    await makeItem(ctx, {
      ...{
        kind: work.kind,
        title: form.title,
        introduction: at === 'now' ? `${form.introduction} ${fieldWords(work.kind, form.fields ?? {})}` : form.introduction,
        tags: form.tags,
      },
      ...{ publisher_id: await publisherOf(work.publisher), category_id: form.category_id, category_sub_id: form.category_id_sub },
      term_ids: Object.values(form.terms)
        .flat()
        .filter((id) => id !== null),
      ...{ price_fen: form.price_type === 'paid' ? Math.round(Number(form.price) * 100) : 0, vip_only: form.price_type === 'vip' },
    });
  }
  for (const [place, work] of beside.entries()) {
    const { categories } = await kindTerms(ctx, work.kind);
    const top = categories.find(({ name }) => name === work.category[0]);
    await makeItem(ctx, {
      ...{ kind: work.kind, title: work.title, introduction: work.introduction, tags: [...work.tags] },
      ...{ publisher_id: await publisherOf(place % 12), price_fen: work.price_fen },
      ...{ category_id: top?.id ?? null, category_sub_id: top?.children?.find(({ name }) => name === work.category[1])?.id ?? null },
    });
  }
  await settleOutbox(ctx);
}

const LATER_TITLES = new Set(
  [
    ...[...MORE_COURSES, ...DEMO_JOBS.slice(FIRST_JOBS), ...DEMO_TALKS.slice(FIRST_TALKS)],
    ...[...DEMO_SALONS.slice(FIRST_SALONS), ...DEMO_DEMANDS.slice(FIRST_DEMANDS)].map(({ form: { title = '' } }) => ({ title })),
  ].map(({ title }) => title),
);

interface BesideWork {
  kind: KindFacts;
  title: string;
  introduction: string;
  tags: readonly string[];
  category: readonly string[];
  price_fen: number;
}

/** What the demo world makes in turns of its own: courses, talks, salons, demands, jobs. */
const BESIDE_WORKS: readonly BesideWork[] = [
  ...[...DEMO_COURSES, ...MORE_COURSES].map(({ title, introduction, tags, category, price }) => ({
    ...{ kind: KINDS.course, title, introduction, tags, category, price_fen: Math.round(Number(price) * 100) },
  })),
  ...DEMO_TALKS.map(({ title, introduction, tags }) => ({ kind: KINDS.talk, title, introduction, tags, category: [], price_fen: 0 })),
  ...DEMO_JOBS.map(({ title, team, tags, category }) => ({ kind: KINDS.job, title, introduction: team, tags, category, price_fen: 0 })),
  ...DEMO_SALONS.map(({ form: { title = '', about = '', city = '' } }) => ({
    ...{ kind: KINDS.salon, title, introduction: `${about} ${city}`, tags: [], category: [], price_fen: 0 },
  })),
  ...DEMO_DEMANDS.map(({ form: { title = '', needs = '', event = '', city = '' } }) => ({
    ...{ kind: KINDS.demand, title, introduction: `${needs} ${event} ${city}`, tags: [], category: [], price_fen: 0 },
  })),
];
