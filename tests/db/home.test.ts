import { beforeAll, expect, it } from 'vitest';
import { KINDS } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { countNewWorks, installDefaultTerms, kindTerms, recount } from '#server/modules/catalog/index.ts';
import { setCollected } from '#server/modules/engagement/index.ts';
import { homeView } from '#server/views/home.ts';
import { testApp } from '../support/app.ts';
import { makeItem, makePublisher, settleOutbox } from '../support/catalog.ts';
import { makePerson } from '../support/people.ts';

const t = testApp();
beforeAll(async () => {
  await inTransaction(t.ctx(), installDefaultTerms);
});

const WEEK_MS = 7 * 86_400_000;

it('U22 an empty shop has a home page that promises nothing', async () => {
  expect(await homeView(t.ctx())).toMatchObject({
    ...{ figures: { works: 0, fresh: 0 }, pick: null, recommended: [], newest: [], others: [] },
    ...{ collection: null, person: null, publishers: [], demands: [], salons: [] },
  });
});

it('U22 the work of the week is what most readers collected within it, and stands on no rail again; figures count what is there', async () => {
  const publisher_id = await makePublisher(t.ctx(), '鲸落策划');
  const category_id = (await kindTerms(t.ctx(), KINDS.scheme)).categories[0]?.id ?? 0;
  const works: number[] = [];
  for (let n = 0; n < 12; n++)
    works.push(
      (await makeItem(t.ctx(), { kind: KINDS.scheme, publisher_id, category_id, title: `第 ${n} 场年会`, cover_key: 'a/b' })) as number,
    );
  await makeItem(t.ctx(), { kind: KINDS.ppt, publisher_id, title: '汇报模板', cover_key: 'a/b' });
  const collect = async (rid: number) => {
    const { id } = await makePerson(t);
    await setCollected(t.ctx({ kind: 'user', user_id: id, token_id: 0, roles: [], address: '' }), {
      type: KINDS.scheme.types.collect,
      rid,
      on: true,
    });
  };
  const [early = 0, liked = 0] = works;
  for (let n = 0; n < 3; n++) await collect(early);
  t.clock.advance_ms(WEEK_MS + 1);
  await recount(t.ctx());
  await settleOutbox(t.ctx());
  for (let n = 0; n < 2; n++) await collect(liked);
  const home = await homeView(t.ctx());
  expect(home.pick).toMatchObject({ card: { id: liked }, collected: 2 });
  expect([...home.recommended, ...home.newest].map(({ id }) => id)).not.toContain(liked);
  expect(home.others).toMatchObject([{ kind: 'ppt', card: { title: '汇报模板' } }]);
  expect(home.figures).toEqual({ works: 12, fresh: 0 });
  const begun = t.clock.now();
  await makeItem(t.ctx(), { kind: KINDS.ppt, publisher_id, title: '今日上新' });
  expect((await homeView(t.ctx())).figures.fresh).toBe(1);
  // a shop with a hundred thousand new works counts some of them
  expect(await countNewWorks(t.ctx(), new Date(begun.getTime() - 2 * WEEK_MS), 5)).toBe(5);
});

it('U22 collections and publishers take turns by the week', async () => {
  for (const name of ['鹿鸣策划', '山海策划'])
    await makeItem(t.ctx(), {
      kind: KINDS.scheme,
      publisher_id: await makePublisher(t.ctx(), name),
      title: '一场发布会',
      cover_key: 'a/b',
    });
  await recount(t.ctx());
  const seen = new Set<string>();
  for (let week = 0; week < 3; week++) {
    const { person, publishers } = await homeView(t.ctx());
    seen.add(person?.releaser.nickname ?? '');
    expect(publishers.map(({ nickname }) => nickname)).not.toContain(person?.releaser.nickname);
    t.clock.advance_ms(WEEK_MS);
  }
  expect([...seen].sort()).toEqual(['山海策划', '鲸落策划', '鹿鸣策划']);
});
