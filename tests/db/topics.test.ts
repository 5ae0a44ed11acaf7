import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { TOPIC_CALLS, type TopicForm } from '#contract/topic.ts';
import { getCollection } from '#server/modules/catalog/index.ts';
import { homeView } from '#server/views/home.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher } from '../support/catalog.ts';
import { makePerson } from '../support/people.ts';

const t = testApp();
let token: string;
let schemes: number[];
let resource: number;
beforeAll(async () => {
  ({ token } = await makePerson(t, { roles: ['operator'] }));
  const publisher_id = await makePublisher(t.ctx(), '鲸落策划');
  schemes = [];
  for (const title of ['海岸发布会', '山间年会'])
    schemes.push((await makeItem(t.ctx(), { kind: KINDS.scheme, publisher_id, title })) as number);
  resource = (await makeItem(t.ctx(), { kind: KINDS.resource, publisher_id, title: '江边码头' })) as number;
});

const save = (body: object) => t.call<{ id: number }>('POST', TOPIC_CALLS.topic, { token, body });
const form = async (id: number) => (await t.call<TopicForm>('GET', TOPIC_CALLS.topic, { token, query: { id } })).body.data;

it('staff put schemes together: the collection stands on its page and on the home page, and is changed and hidden', async () => {
  const { body } = await save({ menu: 'scheme', title: '小众场地合集', introduction: '海与山', item_ids: schemes });
  const { id } = body.data;
  expect(await form(id)).toMatchObject({ menu: 'scheme', title: '小众场地合集', items: schemes.map((one) => ({ id: one })) });
  const shown = await getCollection(t.ctx(), id);
  expect(shown?.items.list.map((item) => item.id).sort()).toEqual([...schemes].sort());
  expect((await homeView(t.ctx())).collection).toMatchObject({ id, cards: [{ kind: 'scheme' }, { kind: 'scheme' }] });
  // where it stands is settled
  expect((await save({ id, menu: 'resource', title: '换了名字', item_ids: schemes.slice(0, 1), shown: false })).body).toMatchObject({
    code: 0,
  });
  expect(await form(id)).toMatchObject({ menu: 'scheme', title: '换了名字', shown: false });
  expect(await getCollection(t.ctx(), id)).toBeNull();
});

it('refuses what is no scheme in a collection of schemes, and takes everything into a topic', async () => {
  const wrong = await save({ menu: 'scheme', title: '小众场地合集', item_ids: [...schemes, resource] });
  expect(wrong.body).toMatchObject({ code: 1, fields: { item_ids: '方案合集里只能放方案' } });
  const { body } = await save({ title: '一场发布会的供应商', item_ids: [resource, ...schemes] });
  expect(await form(body.data.id)).toMatchObject({ menu: 'resource' });
  const list = await t.call<{ rows: Array<{ cells: Record<string, unknown> }> }>('GET', '/admin/list/page', {
    token,
    query: { list: 'topics', query: 'menu=scheme' },
  });
  expect(JSON.stringify(list.body.data)).toContain('方案合集');
  expect(JSON.stringify(list.body.data)).not.toContain('一场发布会的供应商');
});
