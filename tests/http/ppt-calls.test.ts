import { beforeAll, describe, expect, it } from 'vitest';
import type { DownloadAnswer, DownloadState } from '#contract/download.ts';
import type { ItemDetail, PptDetail, RelatedItem } from '#contract/item.ts';
import { KINDS, VIP_ALL } from '#contract/kinds.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { ensureTags, ensureTerm, getItem } from '#server/modules/catalog/index.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { issueVoucher } from '#server/modules/vouchers/index.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { type ItemOptions, makeItem, makePerson, type Person } from '../support/item-world.ts';

const { ppt, scheme } = KINDS;

const t = testApp();
let publisher: Person;
let style: number;
let tags: number[];
beforeAll(async () => {
  publisher = await makePerson(t, { nickname: '模板工坊' });
  [style, tags] = await inTransaction(t.ctx(), async (tx) => [
    await ensureTerm(tx, ppt, { facet: 'style', parent_id: null, name: '简约' }),
    await ensureTags(tx, ppt, ['年终', '汇报']),
  ]);
  await setSetting(t.ctx(), 'captcha_after_downloads', 1_000);
});

const makePpt = (options: Partial<ItemOptions> = {}) =>
  makeItem(t, { publisher_id: publisher.id, kind: ppt, format: 'pptx', term_ids: [style], tag_ids: tags, ...options });
const of = <T>(method: string, path: string, id: number, token?: string) =>
  t.call<T>(method, path, { ...(token ? { token } : {}), ...(method === 'GET' ? { query: { id } } : { body: { id } }) });
const detail = (id: number, token?: string) => of<PptDetail>('GET', '/scheme/ppt/detail', id, token);
const member = (user_id: number, vip_type: number, max_download_pre_day = 0) =>
  inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id, vip_type, days: 30, max_download_pre_day }));

describe('GET /scheme/ppt/detail', () => {
  it('F-06, K-102 gives the entity by the specified names', async () => {
    const { id } = await makePpt({ price_fen: 1_990 });
    const { body } = await detail(id);
    expect(body).toMatchObject({
      code: 0,
      data: {
        id,
        kind: 'ppt',
        format: 'pptx',
        pages: 5,
        free_pages: 2,
        tags: '年终,汇报',
        style: '简约',
        scene: '',
        price: 19.9,
        org_price: 19.9,
        vip_only: 0,
        is_download: 0,
        is_collect: 0,
        is_like: 0,
        is_follow: 0,
        view_num: 0,
        like_num: 0,
        collect_num: 0,
        download_num: 0,
        uid: publisher.id,
        user: { id: publisher.id, nickname: '模板工坊', fans_num: 0 },
        industry: [],
        activity: [],
        category_id: null,
        scheme_json: ['第 1 页的文字', '第 2 页的文字'],
        vip_buy_activity: null,
      },
    });
    expect(body.data.imgs).toHaveLength(2);
  });

  it('F-07 names industry and kind of event as the specification shows them: the second entry is what was chosen', async () => {
    const term_ids = await inTransaction(t.ctx(), async (tx) => [
      await ensureTerm(tx, scheme, { facet: 'industry', parent_id: null, name: '汽车' }),
      await ensureTerm(tx, scheme, { facet: 'activity', parent_id: null, name: '发布会' }),
    ]);
    const { id } = await makeItem(t, { publisher_id: publisher.id, term_ids });
    const { data } = (await of<ItemDetail>('GET', '/scheme/index/detail', id)).body;
    const second = (list: unknown) => (list as Array<{ name: string }>)[1]?.name;
    expect([second(data['industry']), second(data['activity'])]).toEqual(['汽车', '发布会']);
    // a cover by its address, and that a size is shown
    expect(data).toMatchObject({ cover_img: data.cover?.src ?? '', type: 1 });
  });

  it('K minor: names industry and kind of event of a PPT that chose them', async () => {
    const term_ids = await inTransaction(t.ctx(), async (tx) => [
      await ensureTerm(tx, ppt, { facet: 'industry', parent_id: null, name: '汽车' }),
      await ensureTerm(tx, ppt, { facet: 'activity', parent_id: null, name: '发布会' }),
    ]);
    const { id } = await makePpt({ term_ids });
    expect((await detail(id)).body.data).toMatchObject({
      industry: [
        { id: 0, name: '行业' },
        { id: term_ids[0], name: '汽车' },
      ],
      activity: [
        { id: 0, name: '活动类型' },
        { id: term_ids[1], name: '发布会' },
      ],
    });
  });

  it('knows neither schemes nor drafts of others, and the call for schemes knows no PPT', async () => {
    const mine = await makePpt();
    const other = await makeItem(t, { publisher_id: publisher.id });
    const draft = await makePpt({ status: 'draft' });
    expect([(await detail(other.id)).status, (await detail(draft.id)).status, (await detail(999_999)).status]).toEqual([404, 404, 404]);
    expect((await detail(draft.id, publisher.token)).body.data).toMatchObject({ is_mine: true, imgs: [] });
    expect((await of('GET', '/scheme/index/detail', mine.id)).status).toBe(404);
  });

  it('K-112 tells collect 12, like 12 and follow 2 of this reader', async () => {
    const { id } = await makePpt();
    const reader = await makePerson(t);
    const tool = (path: string, body: object) => t.call('POST', `/api/tools/${path}`, { token: reader.token, body });
    expect((await tool('collect', { rid: id, type: 3 })).status).toBe(404);
    expect((await tool('collect', { rid: id, type: 12 })).body.msg).toBe('收藏成功');
    expect((await tool('zan', { data_id: id, type: 12 })).body).toMatchObject({ msg: '点赞成功', data: { zan: 1 } });
    await tool('focus', { rid: publisher.id, type: 2 });
    expect((await tool('share', { rid: id, type: 16, url: `/ppt/detail?id=${id}` })).body.code).toBe(0);
    const report = { type: 1, rid: id, url: `/ppt/detail?id=${id}`, mobile: '13800000000', content: '与描述不符', ruid: publisher.id };
    expect((await tool('report', report)).body.msg).toBe('举报成功');
    await settleOutbox(t.ctx());
    expect((await detail(id, reader.token)).body.data).toMatchObject({ is_collect: 1, is_like: 1, is_follow: 1 });
    expect(await getItem(t.ctx(), id)).toMatchObject({ collect_num: 1, like_num: 1 });
  });

  it('K-103 shows what the operator advertises until its deadline', async () => {
    const { id } = await makePpt();
    const deadline = Math.floor(t.clock.now().getTime() / 1000) + 600;
    const activity = { detail_icon: '/pic/activity.webp', deadline };
    await setSetting(t.ctx(), 'ppt_vip_buy_activity', activity);
    expect((await detail(id)).body.data.vip_buy_activity).toEqual(activity);
    t.clock.advance_ms(601_000);
    expect((await detail(id)).body.data.vip_buy_activity).toBeNull();
    await expect(setSetting(t.ctx(), 'ppt_vip_buy_activity', { ...activity, detail_icon: '//evil.example/x.png' })).rejects.toThrow();
    await expect(setSetting(t.ctx(), 'ppt_vip_buy_activity', { ...activity, detail_icon: '/\\evil.example/x.png' })).rejects.toThrow();
  });
});

it('K-110 finds two similar templates a batch, never itself and no scheme, and goes round', async () => {
  const { id } = await makePpt();
  for (let n = 0; n < 3; n++) await makePpt();
  await makeItem(t, { publisher_id: publisher.id });
  const batch = async (page: number) =>
    (await t.call<{ list: RelatedItem[] }>('GET', '/scheme/ppt/pptRelate', { query: { data_id: id, page } })).body.data.list;
  const first = await batch(1);
  expect(first).toHaveLength(2);
  expect(first[0]).toMatchObject({ kind: 'ppt', relate_id: first[0]?.id, img: '', show_price: 1, vip_only: 0, category_name: '' });
  const seen = [...first, ...(await batch(2)), ...(await batch(3))];
  expect(seen.map((card) => card.id)).not.toContain(id);
  expect(new Set(seen.map((card) => card.kind))).toEqual(new Set(['ppt']));
  expect((await t.call('GET', '/scheme/ppt/pptRelate', { query: { data_id: 0 } })).body.code).toBe(1);
});

describe('downloading a PPT', () => {
  const ask = (id: number, token: string) => of<DownloadAnswer>('POST', '/scheme/ppt/downloadurl', id, token);

  it('works by its own call, which knows no scheme', async () => {
    const reader = await makePerson(t);
    const { id } = await makePpt();
    expect((await of<DownloadState>('GET', '/scheme/ppt/downloadurl', id, reader.token)).body.data.status).toBe(1);
    expect((await ask(id, reader.token)).body.data).toMatchObject({ status: 1, file_name: '2026 年会策划方案.pptx' });
    const other = await makeItem(t, { publisher_id: publisher.id });
    expect((await ask(other.id, reader.token)).status).toBe(404);
    expect((await of('GET', '/scheme/ppt/downloadurl', other.id, reader.token)).status).toBe(404);
  });

  it('M-008 a membership of PPT counts, one of schemes does not, the all-site one does', async () => {
    const { id } = await makePpt({ price_fen: 0, vip_only: true });
    const status = async (vip_type: number) => {
      const reader = await makePerson(t);
      await member(reader.id, vip_type);
      return (await ask(id, reader.token)).status;
    };
    expect([await status(ppt.sale.vip_type), await status(scheme.sale.vip_type), await status(VIP_ALL)]).toEqual([200, 403, 200]);
  });

  it('counts unlocks of an all-site member for each kind by itself', async () => {
    const reader = await makePerson(t);
    await member(reader.id, VIP_ALL, 1);
    const make = (kind: typeof ppt | typeof scheme) => makeItem(t, { publisher_id: publisher.id, kind, price_fen: 0, vip_only: true });
    const [one, two, other] = [await make(ppt), await make(ppt), await make(scheme)];
    expect((await detail(one.id, reader.token)).body.data).toMatchObject({
      last_lock_num: { all: 1, last: 0 },
      is_download: 1,
      is_lock: 0,
    });
    expect((await ask(one.id, reader.token)).body.data.status).toBe(1);
    expect((await detail(one.id, reader.token)).body.data).toMatchObject({
      last_lock_num: { all: 1, last: -1 },
      is_download: 1,
      is_lock: 1,
    });
    expect((await ask(two.id, reader.token)).status).toBe(403);
    expect((await of<ItemDetail>('GET', '/scheme/index/detail', other.id, reader.token)).body.data.last_lock_num).toEqual({
      all: 1,
      last: 0,
    });
  });

  it('M-013 an unlimited member has nothing unlocked yet: is_lock is 0', async () => {
    const reader = await makePerson(t);
    await member(reader.id, ppt.sale.vip_type);
    const { id } = await makePpt({ price_fen: 1_990, vip_only: true });
    expect((await detail(id, reader.token)).body.data).toMatchObject({ is_download: 1, is_lock: 0, is_ad: 0, is_vip: 1, vip_price: 0 });
  });

  it('F-33 takes vouchers of its kind, also for a free one when the free downloads of the day are used up', async () => {
    const reader = await makePerson(t);
    const use_end_time = new Date(t.clock.now().getTime() + 86_400_000);
    await issueVoucher(t.ctx(), { user_id: reader.id, kind: scheme.code, use_end_time });
    const num = async (sid: number) =>
      (await t.call<{ num: number }>('GET', '/scheme/scheme/voucher', { token: reader.token, query: { sid } })).body.data.num;
    await setSetting(t.ctx(), 'free_downloads_per_day', 1);
    const [one, two] = [await makePpt(), await makePpt()];
    expect([await num(one.id), await num((await makeItem(t, { publisher_id: publisher.id })).id)]).toEqual([0, 1]);
    expect((await ask(one.id, reader.token)).body.data.status).toBe(1);
    expect((await ask(two.id, reader.token)).body.data.status).toBe(3);
    const redeem = () => t.call('POST', '/scheme/scheme/voucher', { token: reader.token, body: { sid: two.id } });
    expect((await redeem()).body.code).toBe(1);
    await issueVoucher(t.ctx(), { user_id: reader.id, kind: ppt.code, use_end_time });
    expect((await redeem()).body).toMatchObject({ code: 0, data: { num: 0 } });
    expect((await ask(two.id, reader.token)).body.data.status).toBe(1);
    expect((await detail(two.id, reader.token)).body.data.access).toEqual({ allowed: true, right: 'voucher' });
  });
});
