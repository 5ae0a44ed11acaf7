import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { CLIENT_LINKS_MOST } from '#contract/client-link.ts';
import { openLink, revokeLink, saveLink } from '#server/modules/client-links/index.ts';
import { client_links, client_views } from '#server/modules/client-links/tables.ts';
import { testApp } from '../support/app.ts';
import { giveWork, makeShownWork } from '../support/client-links.ts';
import { makePerson, type Person } from '../support/market.ts';
import { toldTo } from '../support/told.ts';

const t = testApp();
let planner: Person;
let item_id: number;
beforeAll(async () => {
  planner = await makePerson(t);
  item_id = await makeShownWork(t.ctx(), { publisher_id: (await makePerson(t)).id, pages: 1 });
  await giveWork(t.ctx(), planner.id, item_id);
});

const make = (view_most: number) => saveLink(planner.ctx, { item_id, title: '同时打开', view_most });
const codeOf = ({ url }: { url: string }) => url.replace(/^.*\/c\//, '');
const visitor = (nth: number) => t.ctx({ kind: 'visitor', address: `203.0.113.${nth}` });
const open = (code: string, nth: number, token = '') => openLink(visitor(nth), { code, password: '', token, device: '', address: '' });
const countOf = async (id: number) => [
  (await t.app.db.select().from(client_links).where(eq(client_links.id, id)))[0]?.view_num,
  await t.app.db.$count(client_views, eq(client_views.link_id, id)),
];

it('T7 sixty-four who open a link of five at once are five, and the maker gets one message', async () => {
  const link = await make(5);
  const answers = await Promise.all(Array.from({ length: 64 }, (_, nth) => open(codeOf(link), nth)));
  expect(answers.filter(({ is }) => is === 'open')).toHaveLength(5);
  expect(answers.filter(({ is }) => is === 'closed')).toHaveLength(59);
  expect(await countOf(link.id)).toEqual([5, 5]);
  expect((await toldTo(t, planner.id)).filter(({ topic }) => topic === 'client')).toHaveLength(1);
});

it('T7 one browser that opens a link in many windows at once is one look', async () => {
  const link = await make(0);
  const first = await open(codeOf(link), 1);
  const token = first.is === 'open' ? first.token : '';
  t.clock.advance_ms(86_400_000);
  await Promise.all(Array.from({ length: 32 }, () => open(codeOf(link), 1, token)));
  expect(await countOf(link.id)).toEqual([2, 2]);
});

it('T7 beside a revocation each look came before it or was refused', async () => {
  const link = await make(0);
  const [, ...answers] = await Promise.all([
    revokeLink(planner.ctx, link.id, true),
    ...Array.from({ length: 40 }, (_, nth) => open(codeOf(link), nth)),
  ]);
  const got = answers.filter(({ is }) => is === 'open').length;
  expect(await countOf(link.id)).toEqual([got, got]);
  expect(await open(codeOf(link), 99)).toEqual({ is: 'closed' });
});

it('T7 many links that one person makes at once stay within their bound', async () => {
  const who = await makePerson(t);
  await giveWork(t.ctx(), who.id, item_id);
  const made = await Promise.allSettled(
    Array.from({ length: CLIENT_LINKS_MOST + 20 }, () => saveLink(who.ctx, { item_id, title: '很多' })),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(CLIENT_LINKS_MOST);
  const links = await t.app.db.select().from(client_links).where(eq(client_links.user_id, who.id));
  const half = links.slice(0, CLIENT_LINKS_MOST / 2);
  for (const { id } of half) await revokeLink(who.ctx, id, true);
  const again = half.map(({ id }) => revokeLink(who.ctx, id, false));
  const others = half.map(() => saveLink(who.ctx, { item_id, title: '更多' }));
  const came = await Promise.allSettled([...again, ...others]);
  expect(came.filter(({ status }) => status === 'fulfilled')).toHaveLength(half.length);
});
