import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { PUBLISHED_KINDS } from '#contract/kinds.ts';
import { AHEAD_HEADER, OPENED_HEADER } from '#contract/views.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { ViewCounter } from '#server/http/view-counter.ts';
import { catalogJobs, getItem, setItemStatus } from '#server/modules/catalog/index.ts';
import { publicUsers, topPublishers } from '#server/modules/identity/index.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePerson } from '../support/market.ts';

const t = testApp();

const request = (agent: string, method = 'GET', headers = {}) =>
  ({ method, headers: { 'user-agent': agent, ...headers } }) as unknown as IncomingMessage;
const views = async (id: number) => (await getItem(t.ctx(), id))?.view_num;

it('K-805 counts what people read of published schemes, and neither robots nor other pages', async () => {
  const publisher = await makePerson(t);
  const id = await makeItem(t, publisher.id);
  const hidden = await makeItem(t, publisher.id);
  const other = await makeItem(t, publisher.id);
  await inTransaction(t.ctx(), (tx) => setItemStatus(tx, hidden, ['published'], 'taken_down'));
  const counter = new ViewCounter(t.app);
  for (let i = 0; i < 3; i++) counter.saw(request('Mozilla/5.0'), '/programme/detail', `/programme/detail?id=${id}&utm_source=x`);
  counter.saw(request('Mozilla/5.0'), '/programme/detail', `/programme/detail?id=${hidden}`);
  counter.saw(request('Mozilla/5.0'), '/programme/detail', '/programme/detail?id=9007199254740993');
  counter.saw(request('Mozilla/5.0'), '/programme/detail', '/programme/detail?id=x');
  counter.saw(request('Mozilla/5.0', 'HEAD'), '/programme/detail', `/programme/detail?id=${id}`);
  counter.saw(request('Baiduspider/2.0'), '/programme/detail', `/programme/detail?id=${id}`);
  counter.saw(request('Mozilla/5.0'), '/programme', `/programme?id=${id}`);
  // an overlay fetches its page ahead and says once that it was opened
  counter.saw(request('Mozilla/5.0', 'GET', { [AHEAD_HEADER]: '1' }), '/programme/detail', `/programme/detail?id=${id}`);
  counter.saw(request('Mozilla/5.0', 'HEAD', { [OPENED_HEADER]: '1' }), '/programme/detail', `/programme/detail?id=${id}`);
  counter.saw(request('Baiduspider/2.0', 'HEAD', { [OPENED_HEADER]: '1' }), '/programme/detail', `/programme/detail?id=${id}`);
  const ofKinds: number[] = [];
  for (const kind of PUBLISHED_KINDS.filter(({ paths }) => paths.detail !== '/programme/detail')) {
    const own = await makeItem(t, publisher.id, { kind });
    ofKinds.push(own);
    counter.saw(request('Mozilla/5.0'), kind.paths.detail, `${kind.paths.detail}?id=${own}`);
    // a page of another kind shows nothing of it
    counter.saw(request('Mozilla/5.0'), kind.paths.detail, `${kind.paths.detail}?id=${other}`);
  }
  await counter.stop();
  expect(await views(id)).toBe(4);
  expect(await views(hidden)).toBe(0);
  expect(await views(other)).toBe(0);
  expect(await Promise.all(ofKinds.map(views))).toEqual(ofKinds.map(() => 1));
});

it('shows a publisher the works that are published, and forgets them when they are gone', async () => {
  const publisher = await makePerson(t);
  const ids = [await makeItem(t, publisher.id), await makeItem(t, publisher.id)];
  const recount = catalogJobs(t.app).find((job) => job.name === 'catalog.recount-terms');
  await recount?.run({}, new AbortController().signal);
  expect((await publicUsers(t.ctx(), [publisher.id])).get(publisher.id)).toMatchObject({ works_num: 2 });
  expect((await topPublishers(t.ctx(), 50)).map((user) => user.id)).toContain(publisher.id);
  for (const id of ids) await inTransaction(t.ctx(), (tx) => setItemStatus(tx, id, ['published'], 'taken_down'));
  await recount?.run({}, new AbortController().signal);
  expect((await publicUsers(t.ctx(), [publisher.id])).get(publisher.id)).toMatchObject({ works_num: 0 });
});
