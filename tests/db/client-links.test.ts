import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { CLIENT_LINKS_MOST } from '#contract/client-link.ts';
import { KINDS } from '#contract/kinds.ts';
import { EMPTY_FORM } from '#contract/publish.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { revokeAccess } from '#server/modules/access/index.ts';
import { type Item, setItemStatus } from '#server/modules/catalog/index.ts';
import {
  clientLinkJobs,
  forgetLinks,
  looksOn,
  meetLink,
  openLink,
  ownLinks,
  ownViews,
  pagesToShow,
  revokeLink,
  saveLink,
  shownPage,
  stopLink,
} from '#server/modules/client-links/index.ts';
import { client_links, client_views } from '#server/modules/client-links/tables.ts';
import { users } from '#server/modules/identity/tables.ts';
import { saveDraft } from '#server/modules/publishing/index.ts';
import { testApp } from '../support/app.ts';
import { giveWork, makeShownWork } from '../support/client-links.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { makeRenderedFile } from '../support/publishing.ts';
import { toldTo } from '../support/told.ts';

const DAY_MS = 86_400_000;
const t = testApp();
let publisher: Person;
let planner: Person;
let staff: Ctx;
let item_id: number;
const visitor = () => t.ctx({ kind: 'visitor', address: '203.0.113.9' });

beforeAll(async () => {
  publisher = await makePerson(t);
  planner = await makePerson(t);
  staff = t.ctx((await makeUser(t, { roles: ['reviewer'] })).actor);
  item_id = await makeShownWork(t.ctx(), { publisher_id: publisher.id });
  await giveWork(t.ctx(), planner.id, item_id);
});

const codeOf = ({ url }: { url: string }) => url.replace(/^.*\/c\//, '');
const make = (who: Person, input: Partial<Parameters<typeof saveLink>[1]> = {}) =>
  saveLink(who.ctx, { item_id, title: '给陈总的方案', ...input });
const open = (code: string, { password = '', token = '', address = '203.0.113.9' } = {}) =>
  openLink(visitor(), { code, password, token, device: 'iPhone · 微信', address });
async function opened(code: string, password = ''): Promise<string> {
  const answer = await open(code, { password });
  if (answer.is !== 'open') throw new Error(answer.is);
  return answer.token;
}
const page = (code: string, token: string, page_no = 1) => shownPage(visitor(), { code, token, page_no, width: 960 });
const stateOf = async (code: string) => (await meetLink(visitor(), code, '')).state;

it.each(['purchase', 'voucher', 'member', 'ad'] as const)('T7 who has a work by %s shows it, while the right lasts', async (source) => {
  const who = await makePerson(t);
  await expect(make(who)).rejects.toMatchObject({ status: 403 });
  await giveWork(t.ctx(), who.id, item_id, source);
  const code = codeOf(await make(who));
  const token = await opened(code);
  expect((await page(code, token)).length).toBeGreaterThan(1_000);
  await inTransaction(t.ctx(), (tx) => revokeAccess(tx, { user_id: who.id, item_id, source, source_id: null }));
  expect(await stateOf(code)).toBe('lost');
  await expect(page(code, token)).rejects.toMatchObject({ status: 404 });
});

it('T7 who made a work shows it before it is on sale, from its draft too; rejected or taken down it is shown by no link', async () => {
  const held = await makeShownWork(t.ctx(), { publisher_id: publisher.id, status: 'reviewing' });
  await giveWork(t.ctx(), planner.id, held);
  await expect(saveLink(planner.ctx, { item_id: held, title: '未上架' })).rejects.toMatchObject({ status: 403 });
  const link = await saveLink(publisher.ctx, { item_id: held, title: '未上架' });
  const token = await opened(codeOf(link));
  expect((await page(codeOf(link), token, 3)).length).toBeGreaterThan(1_000);
  const writer = await makeUser(t);
  const file_id = await makeRenderedFile(t, writer, 4);
  const drafted = { kind: KINDS.scheme, draft_key: 'draft-of-a-link', form: { ...EMPTY_FORM, title: '草稿', file_id } };
  const draft = await saveDraft(t.ctx(writer.actor), drafted);
  await expect(saveLink(publisher.ctx, { item_id: draft.id, title: '别人的草稿' })).rejects.toMatchObject({ status: 403 });
  const of_draft = await saveLink(t.ctx(writer.actor), { item_id: draft.id, title: '草稿' });
  const { item } = await meetLink(visitor(), codeOf(of_draft), '');
  expect(await pagesToShow(t.ctx(), item as Item)).toHaveLength(4);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, held, ['reviewing'], 'rejected'));
  expect(await stateOf(codeOf(link))).toBe('lost');
  const shown = codeOf(await make(planner));
  expect(await stateOf(shown)).toBe('open');
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, item_id, ['published'], 'taken_down'));
  expect(await meetLink(visitor(), shown, '')).toMatchObject({ state: 'lost', why: '作品已下架' });
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, item_id, ['taken_down'], 'published'));
});

it('T7 one look a browser a day is counted, the maker is notified of the first and sees who looked, and it is forgotten after 90 days', async () => {
  const link = await make(planner, { title: '看过几次' });
  const code = codeOf(link);
  const token = await opened(code);
  await page(code, token, 1);
  t.clock.advance_ms(40_000);
  await page(code, token, 2);
  await page(code, token, 2);
  expect(await open(code, { token })).toEqual({ is: 'open', token });
  await opened(code);
  expect((await ownViews(planner.ctx, link.id)).list).toMatchObject([
    { who: 2, pages: 0 },
    { who: 1, pages: 2, device: 'iPhone · 微信' },
  ]);
  const [, first] = (await ownViews(planner.ctx, link.id)).list;
  expect((first?.seen_at ?? 0) - (first?.at ?? 0)).toBe(40);
  expect((await toldTo(t, planner.id)).filter(({ title }) => title.includes('看过几次'))).toHaveLength(1);
  // another day the same browser counts again, as the same person
  t.clock.advance_ms(DAY_MS);
  expect(looksOn(await meetLink(visitor(), code, token))).toBe(false);
  expect(await open(code, { token })).toEqual({ is: 'open', token });
  expect((await ownViews(planner.ctx, link.id)).list.map(({ who }) => who)).toEqual([1, 2, 1]);
  expect((await ownLinks(planner.ctx, { page: 1, limit: 10 })).list[0]).toMatchObject({ view_num: 3, state: 'open' });
  await expect(ownViews(publisher.ctx, link.id)).rejects.toMatchObject({ status: 404 });
  t.clock.advance_ms(91 * DAY_MS);
  expect(await stateOf(code)).toBe('ended');
  await clientLinkJobs(t.app)[0]?.run({}, new AbortController().signal);
  expect((await ownViews(planner.ctx, link.id)).list).toEqual([]);
});

it('T7 a password is asked for once a day, guesses are limited by address and by link, and a new one is asked of who looks', async () => {
  const link = await make(planner, { password: '8520', view_most: 5 });
  const code = codeOf(link);
  expect(await open(code)).toEqual({ is: 'wrong' });
  expect(await open(code, { password: '8521' })).toEqual({ is: 'wrong' });
  const token = await opened(code, '8520');
  const [row] = await t.app.db.select().from(client_links).where(eq(client_links.id, link.id));
  expect(row?.password_hash).toMatch(/^\$argon2id\$/);
  expect(JSON.stringify(await ownLinks(planner.ctx, { page: 1, limit: 50 }))).not.toContain('argon2');
  await saveLink(planner.ctx, { id: link.id, title: link.title, password: '9630', view_most: 5 });
  await expect(page(code, token)).rejects.toMatchObject({ status: 404 });
  expect(await open(code, { password: '8520', token })).toEqual({ is: 'wrong' });
  for (let i = 0; i < 9; i++) await open(code, { password: `${1_000 + i}`, address: '198.51.100.7' });
  await open(code, { password: '1', address: '198.51.100.7' });
  await expect(open(code, { password: '9630', address: '198.51.100.7' })).rejects.toMatchObject({ status: 429 });
  // another address is another client
  expect(await open(code, { password: '9630' })).toMatchObject({ is: 'open' });
  const plain = await saveLink(planner.ctx, { id: link.id, title: link.title, password: '', view_most: 5 });
  expect(plain.has_password).toBe(0);
});

it('T7 revoked, ended, used up, stopped by staff and never there are said apart, and a link can be given out again', async () => {
  const link = await make(planner, { view_most: 1, days: 2 });
  const code = codeOf(link);
  const token = await opened(code);
  expect(await open(code)).toEqual({ is: 'closed' });
  expect(await stateOf(code)).toBe('used');
  // the last of so many looks on
  await page(code, token);
  expect((await revokeLink(planner.ctx, link.id, true)).state).toBe('revoked');
  await expect(page(code, token)).rejects.toMatchObject({ status: 404 });
  await expect(revokeLink(publisher.ctx, link.id, false)).rejects.toMatchObject({ status: 404 });
  await revokeLink(planner.ctx, link.id, false);
  await page(code, token);
  await expect(inTransaction(planner.ctx, (tx) => stopLink(tx, link.id, '侵权', true))).rejects.toMatchObject({ status: 403 });
  await inTransaction(staff, (tx) => stopLink(tx, link.id, '侵权', true));
  await expect(inTransaction(staff, (tx) => stopLink(tx, link.id, '侵权', true))).rejects.toMatchObject({ status: 409 });
  expect(await stateOf(code)).toBe('stopped');
  await expect(page(code, token)).rejects.toMatchObject({ status: 404 });
  expect((await toldTo(t, planner.id)).at(-1)).toMatchObject({ topic: 'client', content: '原因：侵权' });
  await inTransaction(staff, (tx) => stopLink(tx, link.id, '误判', false));
  t.clock.advance_ms(2 * DAY_MS);
  expect(await stateOf(code)).toBe('ended');
  const again = await saveLink(planner.ctx, { id: link.id, title: '再看一周', days: 7, view_most: 0 });
  expect(again).toMatchObject({ title: '再看一周', state: 'open', view_num: 1 });
  await expect(meetLink(visitor(), 'x'.repeat(24), '')).rejects.toMatchObject({ status: 404 });
});

it('T7 a link takes the name of the account and the last picture, refuses names that pass for ours, and one has a bound of them', async () => {
  const who = await makePerson(t);
  await giveWork(t.ctx(), who.id, item_id);
  const [{ nickname } = { nickname: '' }] = await t.app.db.select({ nickname: users.nickname }).from(users).where(eq(users.id, who.id));
  expect((await make(who)).name).toBe(nickname);
  await expect(make(who, { name: '策猫官方' })).rejects.toMatchObject({ fields: { name: expect.any(String) } });
  await t.app.db.update(client_links).set({ logo: '/pic/a-320.webp' }).where(eq(client_links.user_id, who.id));
  expect((await make(who, { name: '青禾策划' })).logo).toBe('/pic/a-320.webp');
  const [row] = await t.app.db.select().from(client_links).where(eq(client_links.user_id, who.id));
  const more = Array.from({ length: CLIENT_LINKS_MOST - 2 }, (_, at) => ({
    ...(row as NonNullable<typeof row>),
    id: undefined,
    code: `c${at}`,
  }));
  await t.app.db.insert(client_links).values(more.map(({ id: _, ...rest }) => rest));
  await expect(make(who)).rejects.toMatchObject({ status: 409 });
  // one that is over and given out again counts as a new one, whichever way it comes back
  const id = (row as NonNullable<typeof row>).id;
  await revokeLink(who.ctx, id, true);
  await make(who);
  await expect(revokeLink(who.ctx, id, false)).rejects.toMatchObject({ status: 409 });
  await t.app.db.update(client_links).set({ revoked_at: null, ends_at: t.clock.now() }).where(eq(client_links.id, id));
  await expect(make(who, { id, days: 7 })).rejects.toMatchObject({ status: 409 });
  expect((await make(who, { id, title: '改个标题' })).state).toBe('ended');
  const bare = await makeShownWork(t.ctx(), { publisher_id: publisher.id, pages: 0 });
  await expect(saveLink(publisher.ctx, { item_id: bare, title: '没有页面' })).rejects.toMatchObject({ status: 409 });
});

it('T7 links go with the account, and what was known of who looked', async () => {
  const who = await makePerson(t);
  await giveWork(t.ctx(), who.id, item_id);
  const link = await make(who);
  await opened(codeOf(link));
  await t.app.db.update(users).set({ blocked: true }).where(eq(users.id, who.id));
  expect(await stateOf(codeOf(link))).toBe('lost');
  await inTransaction(t.ctx(), (tx) => forgetLinks(tx, who.id));
  await expect(meetLink(visitor(), codeOf(link), '')).rejects.toMatchObject({ status: 404 });
  expect(await t.app.db.$count(client_views, eq(client_views.link_id, link.id))).toBe(0);
});
