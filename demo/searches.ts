import { randomUUID } from 'node:crypto';
import { KINDS } from '#contract/kinds.ts';
import { actingAs, type Ctx } from '#server/app/ctx.ts';
import { usersByMobile } from '#server/modules/identity/index.ts';
import {
  learn,
  noteAnswer,
  noteAsked,
  notePressed,
  saveJudged,
  savePins,
  searchItems,
  writeSearchActs,
} from '#server/modules/search/index.ts';
import { atTime } from './at-time.ts';
import { createRandom } from './random.ts';
import { REVIEWER } from './world/people.ts';
import { noteMade, worldState } from './world-state.ts';

const DAY_MS = 86_400_000;
const DAYS = 7;
const NAME = 'searches';

/** What readers of the demo searched: how many a day, and which places they open; none where they found nothing in it. */
const QUERIES: ReadonlyArray<{ keyword: string; a_day: number; places: readonly number[] }> = [
  { keyword: '年会', a_day: 6, places: [2, 2, 1, 3] },
  { keyword: '草坪婚礼', a_day: 4, places: [1, 1, 2] },
  { keyword: '新品发布会', a_day: 4, places: [1, 2] },
  { keyword: '团建方案', a_day: 3, places: [1, 3, 2] },
  { keyword: '快闪店', a_day: 2, places: [2, 1] },
  { keyword: '年会抽奖', a_day: 2, places: [1] },
  { keyword: '舞台', a_day: 2, places: [8, 7] },
  { keyword: '冰雪运动会', a_day: 1, places: [] },
  { keyword: '适老化茶话会', a_day: 1, places: [] },
];
/** Queries whose first work should stay among the first. */
const JUDGED = ['草坪婚礼', '年会抽奖', '快闪店'];
const PINNED = '新品发布会';

/** A week of searches and what they led to, a pinned work and judged queries, for the operators' pages. Once. */
export async function seedSearches(ctx: Ctx): Promise<void> {
  if ((await worldState.read(ctx)).made.includes(NAME)) return;
  const random = createRandom(4_711);
  const days = Array.from({ length: DAYS }, (_, ago) => atTime(ctx, new Date(ctx.app.clock.now().getTime() - (DAYS - 1 - ago) * DAY_MS)));
  const readers = days.map((then) =>
    QUERIES.flatMap((query) =>
      Array.from({ length: query.a_day }, () => {
        const address = `10.9.${random.between(0, 255)}.${random.between(1, 254)}`;
        return { query, reader: actingAs(then, { kind: 'visitor', address }), of: { uuid: randomUUID(), browser_hash: '' } };
      }),
    ),
  );
  for (const [at, then] of days.entries()) {
    for (const { query, reader, of } of readers[at] ?? []) await noteAsked(reader, query.keyword, of);
    await writeSearchActs(then.app);
  }
  const found = new Map<string, number[]>();
  for (const { keyword } of QUERIES) {
    const { page, search } = await searchItems(ctx, KINDS.scheme, { keyword });
    noteAnswer(ctx, search.key, { answer: search.answer, left_out: search.left_out.length });
    found.set(
      keyword,
      page.list.map(({ id }) => id),
    );
  }
  for (const [at, then] of days.entries()) {
    for (const { query, reader, of } of readers[at] ?? []) {
      const place = query.places.length > 0 && random.between(0, 3) > 0 ? random.pick(query.places) : 0;
      const item_id = found.get(query.keyword)?.[place - 1];
      if (item_id !== undefined) await notePressed(reader, { keyword: query.keyword, typed: '', item_id, place }, of);
    }
    await writeSearchActs(then.app);
  }
  await writeSearchActs(ctx.app);
  await learn(ctx);
  await workOnThem(ctx, found);
  await noteMade(ctx, NAME);
}

/** What the operator of the demo made of it. */
async function workOnThem(ctx: Ctx, found: ReadonlyMap<string, number[]>): Promise<void> {
  const as = (user_id: number) => actingAs(ctx, { kind: 'user', user_id, token_id: 0, roles: ['operator'], address: '10.0.0.1' });
  const staff = as((await usersByMobile(as(0), [REVIEWER.mobile])).get(REVIEWER.mobile) ?? 0);
  for (const keyword of JUDGED) {
    const item_ids = found.get(keyword)?.slice(0, 1) ?? [];
    if (item_ids.length > 0) await saveJudged(staff, { keyword, kind: KINDS.scheme.key, item_ids, note: '' });
  }
  const pinned = found.get(PINNED)?.slice(0, 1) ?? [];
  if (pinned.length > 0) await savePins(staff, { keyword: PINNED, item_ids: pinned });
}
