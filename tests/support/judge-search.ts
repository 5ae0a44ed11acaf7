import type { KindKey } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { searchView } from '#server/views/search.ts';
import type { JudgedQuery } from './judged-typing.ts';

export interface Judged {
  asked: number;
  right: number;
  /** Queries with what stood first instead. */
  missed: string[];
  /** Queries that found nothing of any kind. */
  unanswered: string[];
}

/** Asks the search page each of the queries; right is one of the first three titles. `about`: what the line says that is printed. */
export async function judge(ctx: Ctx, about: string, queries: readonly JudgedQuery[]): Promise<Judged> {
  const judged: Judged = { asked: queries.length, right: 0, missed: [], unanswered: [] };
  for (const [query, right, kind] of queries) {
    const first = await firstTitles(ctx, query, kind ?? null);
    if (first.length === 0) judged.unanswered.push(query);
    if (first.some((title) => right.test(title))) judged.right++;
    else judged.missed.push(`${query}: ${first.join(' / ') || 'nothing'}`);
  }
  process.stdout.write(`search, ${about}: ${judged.right} of ${judged.asked}\n`);
  return judged;
}

export async function firstTitles(ctx: Ctx, query: string, kind: KindKey | null): Promise<string[]> {
  const { list } = await searchView(ctx, query, kind, () => ({}));
  return list.result.list.slice(0, 3).map(({ title }) => title);
}

export const rateOf = (all: readonly Judged[]): number =>
  all.reduce((sum, { right }) => sum + right, 0) / all.reduce((sum, { asked }) => sum + asked, 0);
