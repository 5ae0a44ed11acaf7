import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { askAbout, messageEvents } from '#server/modules/chat/index.ts';
import { exportList, readList } from '#server/modules/console/index.ts';
import { setBan } from '#server/modules/identity/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { notices } from '#server/modules/notices/tables.ts';
import {
  answerRequest,
  askRequest,
  closeByStaff,
  closeRequest,
  expireRequests,
  extendRequest,
  findRequestDetail,
  forgetRequests,
  openByStaff,
  ownRequests,
  rateRequest,
  reportRequest,
  requestDetail,
  requestList,
  requestNews,
  requestView,
  requestWorkbench,
  settleRequest,
  withdrawAnswer,
} from '#server/modules/requests/index.ts';
import { request_answers, request_history, requests } from '#server/modules/requests/tables.ts';
import { decideReview, listReviews } from '#server/modules/review/index.ts';
import { forgetSettings, setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/people.ts';
import { makeVerified, requestInput } from '../support/requests.ts';
import { uploadProof } from '../support/verification.ts';

const DAY_MS = 86_400_000;

const t = testApp();
let asker: Person;
let planner: Person;
let second: Person;
let stranger: Person;
let staff: Person;
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
const titles = async (person: Person) =>
  (await noticesOf(as(person), { only_unread: false, page: 1, limit: 50 })).list.map(({ title }) => title);
const answer = (person: Person, id: number, text = '我们做过类似的年会，明天可以给初稿') =>
  answerRequest(as(person), { id, text, confirmed: false });
const states = async (id: number) =>
  (await t.app.db.select().from(request_history).where(eq(request_history.request_id, id)).orderBy(request_history.id)).map(
    ({ from, to, by, why }) => [from, to, by, why],
  );
const set = async (key: string, value: unknown) => {
  await setSetting(t.ctx(), key, value);
  forgetSettings(t.ctx());
};

beforeAll(async () => {
  [asker, planner, second, stranger] = [
    await makeVerified(t, '云上传媒'),
    await makePerson(t, { nickname: '星河策划' }),
    await makePerson(t, { nickname: '海风舞美' }),
    await makePerson(t, { nickname: '路人' }),
  ];
  staff = await makePerson(t, { roles: ['operator'] });
});
beforeEach(async () => {
  await t.app.db.execute(sql`truncate requests, request_answers, request_history, request_reports cascade`);
  await t.app.db.delete(notices);
  for (const [key, value] of Object.entries({
    request_answers_daily: 10,
    request_planners: 5,
    request_open_most: 10,
    request_review: 'auto',
  })) {
    await set(key, value);
  }
});

describe('C-402 asking', () => {
  it('puts a request into the hall once, with what people read of it', async () => {
    const input = requestInput({ event_day: '2030-01-02', budget: 8_000.5 });
    const made = await askRequest(as(asker), input);
    expect((await askRequest(as(asker), input)).id).toBe(made.id);
    await expect(askRequest(as(asker), { ...input, title: '另一个求单' })).rejects.toMatchObject({ status: 409 });
    expect(made).toMatchObject({
      ...{ title: input.title, detail: input.detail, field: { key: 'film', name: '摄影摄像' }, budget: 8_000.5, event_day: '2030-01-02' },
      ...{ place: '浙江省 杭州市', state: 'open', state_text: '等待接单', planners_num: 0, planners_max: 5 },
      asker: { id: asker.id, nickname: '云上传媒', answer_s: 0, rating_num: 0 },
    });
    expect(made.closes_at - made.published_at).toBe(7 * 86_400);
    expect(await states(made.id)).toEqual([[null, 'open', asker.id, '']]);
  });

  it('is for those who proved who they are', async () => {
    await expect(askRequest(as(stranger), requestInput())).rejects.toMatchObject({ status: 403, message: '请先进行个人认证' });
  });

  it('refuses contact details with the place named, and what is wrong by field', async () => {
    await expect(askRequest(as(asker), requestInput({ detail: '详情加微信 cehua_2026' }))).rejects.toMatchObject({
      fields: { detail: expect.stringContaining('「加微信 cehua_2026」') },
    });
    await expect(askRequest(as(asker), requestInput({ title: '年会找我 13800138000' }))).rejects.toMatchObject({
      fields: { title: expect.stringContaining('电话号码') },
    });
    await expect(
      askRequest(as(asker), requestInput({ title: '年', field: 'none', event_day: '2020-01-01', province: 33, city: 1301, budget: 1.234 })),
    ).rejects.toMatchObject({
      fields: {
        ...{
          title: '标题至少 4 个字',
          field: '请选择领域',
          event_day: '请选择今天以后的日期',
          city: '请选择城市',
          budget: '预算最多两位小数',
        },
      },
    });
  });

  it('shows pictures of its asker, never those of others', async () => {
    const [mine, foreign] = [await uploadProof(t, asker, 'gold'), await uploadProof(t, planner, 'navy')];
    const made = await askRequest(as(asker), requestInput({ pictures: [mine] }));
    expect(made.pictures).toHaveLength(1);
    expect(made.cover?.src).toMatch(/^\/pic\/.+\.webp$/);
    await expect(askRequest(as(asker), requestInput({ pictures: [foreign] }))).rejects.toMatchObject({ status: 404 });
  });

  it('has a bound of what is open at once', async () => {
    await set('request_open_most', 1);
    await askRequest(as(asker), requestInput());
    await expect(askRequest(as(asker), requestInput())).rejects.toMatchObject({ status: 409 });
  });

  it('waits for staff where the site wants that; nobody else sees it meanwhile', async () => {
    await set('request_review', 'hold');
    const { id, state } = await askRequest(as(asker), requestInput());
    expect(state).toBe('review');
    expect(await findRequestDetail(t.ctx(), id)).toBeNull();
    expect((await requestList(t.ctx(), {})).list).toEqual([]);
    await expect(requestView(as(planner), id)).rejects.toMatchObject({ status: 404 });
    await expect(answer(planner, id)).rejects.toMatchObject({ status: 404 });
    const row = (await listReviews(as(staff), { type: 'request', status: 'open', page: 1, limit: 5 })).list[0];
    // its days begin when the hall shows it, however long it waited
    t.clock.advance_ms(5 * DAY_MS);
    await decideReview(as(staff), { id: row?.id ?? 0, version: row?.version ?? 0, action: 'approve', reason: '' });
    expect((await requestList(t.ctx(), {})).list.map((one) => one.id)).toEqual([id]);
    expect((await requestDetail(t.ctx(), id)).closes_at).toBe(Math.floor((t.clock.now().getTime() + 7 * DAY_MS) / 1000));
    expect(await titles(asker)).toEqual(['求单已通过审核：年会开场视频与主持稿']);
    expect(await states(id)).toEqual([
      [null, 'review', asker.id, ''],
      ['review', 'open', staff.id, '审核通过'],
    ]);
  });
});

describe('the hall', () => {
  it('filters, orders and finds, and pages by rows', async () => {
    const of = (change: Parameters<typeof requestInput>[0]) => askRequest(as(asker), requestInput(change));
    const film = await of({ title: '新品发布会跟拍', days: 30 });
    t.clock.advance_ms(1_000);
    const stage = await of({ title: '婚礼舞美设计', field: 'space', budget: 0, province: 0, city: 0, days: 3 });
    t.clock.advance_ms(1_000);
    const copy = await of({ title: '年会主持稿', field: 'copy', budget: 100_000, province: 11, city: 0 });
    const ids = async (filter: Parameters<typeof requestList>[1]) => (await requestList(t.ctx(), filter)).list.map(({ id }) => id);
    expect(await ids({})).toEqual([copy.id, stage.id, film.id]);
    expect(await ids({ sort: 'ends' })).toEqual([stage.id, copy.id, film.id]);
    expect(await ids({ field: 'space' })).toEqual([stage.id]);
    expect(await ids({ province: 33 })).toEqual([film.id]);
    expect(await ids({ city: 3301 })).toEqual([film.id]);
    // an amount at a bound is in both ranges that name it
    expect([await ids({ budget: 'large' }), await ids({ budget: 'huge' })]).toEqual([[copy.id], [copy.id]]);
    expect(await ids({ budget: 'open' })).toEqual([stage.id]);
    expect(await ids({ keyword: '婚礼' })).toEqual([stage.id]);
    expect(await ids({ keyword: '没有这个词' })).toEqual([]);
    expect(await requestNews(t.ctx(), film.id)).toEqual({ num: 2, newest: copy.id });
    const first = await requestList(t.ctx(), {});
    expect([first.after, first.before, first.total, first.newest]).toEqual(['', '', 3, copy.id]);
    expect(first.fields[0]).toEqual({ key: 'activity', name: '活动策划' });
  });

  it('walks to the next page and back without a gap', async () => {
    await set('request_open_most', 200);
    const made: number[] = [];
    for (let i = 0; i < 25; i++) {
      made.unshift((await askRequest(as(asker), requestInput({ title: `求单之 ${i} 号` }))).id);
      t.clock.advance_ms(10);
    }
    const first = await requestList(t.ctx(), {});
    expect(first.list.map(({ id }) => id)).toEqual(made.slice(0, 20));
    const next = await requestList(t.ctx(), { after: first.after });
    expect(next.list.map(({ id }) => id)).toEqual(made.slice(20));
    expect([next.after, next.before === '']).toEqual(['', false]);
    const back = await requestList(t.ctx(), { before: next.before });
    expect(back.list.map(({ id }) => id)).toEqual(made.slice(0, 20));
    expect(back.before).toBe('');
    expect((await requestList(t.ctx(), { after: 'x_1' })).list).toHaveLength(20);
  });

  it('reads its first page from an index, however many there are', async () => {
    await t.app.db.execute(sql`insert into requests (asker_id, title, detail, field, words, state, planners_max, key, published_at, closes_at)
      select ${asker.id}, 'x', '', 'film', array['x'], 'open', 5, 'scale-' || n, now() - n * interval '1 second', now() + interval '9 days'
      from generate_series(1, 5000) n`);
    await t.app.db.execute(sql`analyze requests`);
    const plan = async (order: string, where = '') => {
      const { rows } = await t.app.db.execute<{ 'QUERY PLAN': string }>(
        sql.raw(
          `explain select r.* from requests r where r.state in ('open', 'talking') and r.closes_at > now() ${where} order by ${order} limit 21`,
        ),
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan('r.published_at desc, r.id desc')).not.toContain('Sort');
    expect(await plan('r.published_at desc, r.id desc')).toContain('requests_newest');
    expect(await plan('r.closes_at asc, r.id asc')).toContain('requests_ending');
    expect(await plan('r.published_at desc, r.id desc', "and r.words @> array['nothing']")).toContain('requests_words');
  });
});

describe('answering', () => {
  it('opens the conversation with its first words, and leads to the same one again', async () => {
    const { id } = await askRequest(as(asker), requestInput());
    await expect(askAbout(as(planner), { kind: 'request', id })).rejects.toThrow();
    const talk = await answer(planner, id);
    expect(await answer(planner, id, '再说一次')).toEqual(talk);
    expect(await askAbout(as(planner), { kind: 'request', id })).toEqual({ id: talk.conversation_id });
    expect(await askAbout(as(asker), { kind: 'request', id, other_id: planner.id })).toEqual({ id: talk.conversation_id });
    await expect(askAbout(as(asker), { kind: 'request', id, other_id: stranger.id })).rejects.toThrow();
    const said = await messageEvents(as(asker), talk.conversation_id, 0, 10);
    expect(said.map(({ data }) => [data.from, data.type, data.text])).toEqual([[planner.id, 'text', '我们做过类似的年会，明天可以给初稿']]);
    expect(await requestDetail(t.ctx(), id)).toMatchObject({ state: 'talking', planners_num: 1 });
    expect(await titles(asker)).toEqual(['有人接单：年会开场视频与主持稿']);
    expect(await requestView(as(planner), id)).toMatchObject({
      role: 'planner',
      mine: { state: 'talking', conversation_id: talk.conversation_id },
      answers: [],
      history: [],
    });
    expect(await requestView(as(asker), id)).toMatchObject({
      role: 'asker',
      can_settle: 1,
      answers: [{ planner: { id: planner.id }, state: 'talking' }],
    });
    expect(await requestView(as(stranger), id)).toMatchObject({ role: 'reader', refusal: '', answers: [], history: [] });
  });

  it('warns of contact details, which the planner may send all the same', async () => {
    const { id } = await askRequest(as(asker), requestInput());
    await expect(answer(planner, id, '加我微信详聊')).rejects.toMatchObject({ status: 409, data: { why: 'contact' } });
    expect((await requestDetail(t.ctx(), id)).planners_num).toBe(0);
    await answerRequest(as(planner), { id, text: '加我微信详聊', confirmed: true });
    expect((await requestDetail(t.ctx(), id)).planners_num).toBe(1);
  });

  it("refuses the asker, too many planners, a day's last and what is over", async () => {
    await set('request_planners', 1);
    const { id } = await askRequest(as(asker), requestInput());
    await expect(answer(asker, id)).rejects.toMatchObject({ status: 409, message: '这是您自己发布的求单' });
    await answer(planner, id);
    await expect(answer(second, id)).rejects.toMatchObject({ status: 409, message: '接单人数已满' });
    expect((await requestView(as(second), id)).refusal).toBe('接单人数已满');
    await set('request_answers_daily', 1);
    const other = await askRequest(as(asker), requestInput());
    await expect(answer(planner, other.id)).rejects.toMatchObject({ status: 429 });
    expect((await requestView(as(planner), other.id)).refusal).toContain('今天已接 1 个');
    t.clock.advance_ms(DAY_MS);
    await answer(planner, other.id);
    t.clock.advance_ms(7 * DAY_MS);
    await expect(answer(second, other.id)).rejects.toMatchObject({ status: 409, message: '这个求单已结束，不再接受接单' });
  });
});

describe('taking an answer back', () => {
  it('frees the place, tells the asker once and gives nothing of the day back; answering again is one more answer', async () => {
    await set('request_planners', 1);
    await set('request_answers_daily', 1);
    const { id } = await askRequest(as(asker), requestInput());
    await expect(withdrawAnswer(as(planner), id)).rejects.toMatchObject({ status: 409 });
    const talk = await answer(planner, id);
    expect((await Promise.allSettled([1, 2].map(() => withdrawAnswer(as(planner), id)))).map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
    ]);
    expect(await requestDetail(t.ctx(), id)).toMatchObject({ state: 'open', planners_num: 0 });
    expect(await titles(asker)).toEqual(['有人撤回了接单：年会开场视频与主持稿', '有人接单：年会开场视频与主持稿']);
    expect(await requestView(as(planner), id)).toMatchObject({ role: 'reader', refusal: '', mine: null });
    expect((await requestView(as(asker), id)).answers).toEqual([]);
    expect((await ownRequests(as(planner), { tab: 'answered', page: 1, limit: 10 })).list[0]).toMatchObject({ answer_state: 'withdrawn' });
    expect(await requestWorkbench(as(planner), planner.id)).toMatchObject([{ state: '已撤回', over: true }]);
    const other = await askRequest(as(asker), requestInput());
    await expect(answer(planner, other.id)).rejects.toMatchObject({ status: 429 });
    expect(await answer(planner, id, '还是可以做，周五给初稿')).toEqual(talk);
    expect(await requestDetail(t.ctx(), id)).toMatchObject({ state: 'talking', planners_num: 1 });
    expect((await requestView(as(asker), id)).answers).toMatchObject([{ text: '还是可以做，周五给初稿', state: 'talking' }]);
    expect((await titles(asker))[0]).toBe('有人接单：年会开场视频与主持稿');
    const said = (await messageEvents(as(asker), talk.conversation_id, 0, 10)).map(({ data }) => data.event?.text ?? data.text);
    expect(said.slice(1)).toEqual([expect.stringContaining('撤回了接单'), '还是可以做，周五给初稿']);
    await settleRequest(as(asker), id, planner.id);
    await expect(withdrawAnswer(as(planner), id)).rejects.toMatchObject({ status: 409 });
  });

  it('leaves the others in it; who took theirs back is neither chosen, nor told, nor in it again when it goes on', async () => {
    const { id } = await askRequest(as(asker), requestInput({ days: 3 }));
    await answer(planner, id);
    await answer(second, id);
    await withdrawAnswer(as(planner), id);
    expect(await requestDetail(t.ctx(), id)).toMatchObject({ state: 'talking', planners_num: 1 });
    expect((await states(id)).at(-1)).toEqual(['talking', 'talking', planner.id, '撤回了接单']);
    await expect(settleRequest(as(asker), id, planner.id)).rejects.toThrow('对方没有接这个求单');
    t.clock.advance_ms(3 * DAY_MS);
    await expireRequests(t.ctx());
    await expect(withdrawAnswer(as(second), id)).rejects.toMatchObject({ status: 409 });
    await extendRequest(as(asker), id, 7);
    expect((await requestView(as(asker), id)).answers.map((one) => one.planner.id)).toEqual([second.id]);
    await settleRequest(as(asker), id, second.id);
    expect(await titles(planner)).toEqual([]);
  });
});

describe('settling', () => {
  it('chooses one, tells all, and lets the two rate each other unseen until both have', async () => {
    const { id } = await askRequest(as(asker), requestInput());
    const talk = await answer(planner, id);
    const lost = await answer(second, id);
    await expect(settleRequest(as(planner), id, planner.id)).rejects.toMatchObject({ status: 404 });
    await expect(settleRequest(as(asker), id, stranger.id)).rejects.toMatchObject({ status: 409 });
    await expect(rateRequest(as(asker), { id, stars: 5, text: '' })).rejects.toMatchObject({ status: 409 });
    await settleRequest(as(asker), id, planner.id);
    await expect(settleRequest(as(asker), id, second.id)).rejects.toMatchObject({ status: 409 });
    expect(await states(id)).toEqual([
      [null, 'open', asker.id, ''],
      ['open', 'talking', planner.id, ''],
      ['talking', 'settled', asker.id, ''],
    ]);
    const events = async (of: number, who: Person) =>
      (await messageEvents(as(who), of, 1, 10)).map(({ data }) => [data.type, data.event?.type, data.event?.text]);
    expect(await events(talk.conversation_id, planner)).toEqual([['event', 'agreed', expect.stringContaining('选定了接单人')]]);
    expect(await events(lost.conversation_id, second)).toEqual([['event', 'closed', expect.stringContaining('选定了其他接单人')]]);
    expect(await titles(planner)).toEqual(['您被选定：年会开场视频与主持稿']);
    expect(await titles(second)).toEqual(['求单已选定他人：年会开场视频与主持稿']);
    expect((await requestList(t.ctx(), {})).list).toEqual([]);

    await expect(rateRequest(as(second), { id, stars: 1, text: '' })).rejects.toMatchObject({ status: 403 });
    expect(await rateRequest(as(asker), { id, stars: 5, text: '又快又好' })).toEqual({ shown: 0 });
    expect(await requestView(as(planner), id)).toMatchObject({ rates: { id: asker.id }, given: null, received: null });
    expect(await rateRequest(as(planner), { id, stars: 4, text: '需求清楚' })).toEqual({ shown: 1 });
    expect(await requestView(as(planner), id)).toMatchObject({
      rates: null,
      given: { stars: 4 },
      received: { stars: 5, text: '又快又好' },
    });
    expect((await requestDetail(t.ctx(), id)).asker).toMatchObject({ rating_num: 1, rating_mean: 4 });
  });

  it('is closed with a reason that planners read; a closed one stays closed', async () => {
    const { id } = await askRequest(as(asker), requestInput());
    await answer(planner, id);
    await closeRequest(as(asker), id, '活动取消');
    expect(await requestDetail(t.ctx(), id)).toMatchObject({ state: 'closed' });
    expect(await titles(planner)).toEqual(['求单已关闭：年会开场视频与主持稿']);
    expect((await requestView(as(planner), id)).mine).toMatchObject({ state: 'declined' });
    await expect(extendRequest(as(asker), id, 7)).rejects.toMatchObject({ status: 409 });
    await expect(closeRequest(as(asker), id, '再关')).rejects.toMatchObject({ status: 409 });
  });

  it('is never shortened by an extension', async () => {
    const { id, closes_at } = await askRequest(as(asker), requestInput({ days: 15 }));
    await expect(extendRequest(as(asker), id, 3)).rejects.toThrow('截止时间更晚');
    expect((await requestDetail(t.ctx(), id)).closes_at).toBe(closes_at);
    t.clock.advance_ms(13 * DAY_MS);
    await extendRequest(as(asker), id, 3);
    expect((await requestDetail(t.ctx(), id)).closes_at).toBe(closes_at + 86_400);
  });

  it('ends in time, once, and goes on when its asker gives it more', async () => {
    const { id } = await askRequest(as(asker), requestInput({ days: 3 }));
    await answer(planner, id);
    t.clock.advance_ms(3 * DAY_MS - 1_000);
    expect(await expireRequests(t.ctx())).toBe(0);
    t.clock.advance_ms(1_000);
    expect(await Promise.all([expireRequests(t.ctx()), expireRequests(t.ctx())]).then(([a, b]) => a + b)).toBe(1);
    expect(await requestDetail(t.ctx(), id)).toMatchObject({ state: 'expired' });
    expect(await titles(asker)).toContain('求单已过期：年会开场视频与主持稿');
    await extendRequest(as(asker), id, 7);
    expect(await requestDetail(t.ctx(), id)).toMatchObject({ state: 'talking' });
    expect((await requestView(as(planner), id)).mine).toMatchObject({ state: 'talking' });
    expect(await titles(planner)).toEqual(['求单已延长：年会开场视频与主持稿', '求单已过期：年会开场视频与主持稿']);
    await settleRequest(as(asker), id, planner.id);
    expect(await expireRequests(t.ctx())).toBe(0);
  });
});

it('has no partner whose account was blocked: neither answered by others nor settled with them', async () => {
  const ban = (user_id: number, banned: boolean) => setBan(as(staff), { user_id, banned, reason: '骚扰他人' });
  const { id } = await askRequest(as(asker), requestInput());
  await answer(planner, id);
  await ban(planner.id, true);
  await expect(settleRequest(as(asker), id, planner.id)).rejects.toThrow('账号已停用');
  await ban(planner.id, false);
  await ban(asker.id, true);
  expect((await requestView(as(second), id)).refusal).toContain('账号已停用');
  await expect(answer(second, id)).rejects.toMatchObject({ status: 409 });
  await ban(asker.id, false);
  await answer(second, id);
});

describe('own lists and the board', () => {
  it('hold what one asked and answered, what waits for the asker first', async () => {
    const { id } = await askRequest(as(asker), requestInput({ event_day: '2030-01-02' }));
    expect((await requestWorkbench(as(asker), asker.id))[0]).toMatchObject({ key: `request:${id}`, asks_for_answer: false, over: false });
    await answer(planner, id);
    expect((await requestWorkbench(as(asker), asker.id))[0]).toMatchObject({
      ...{
        group: 'request',
        path: `/receiveOrder/detail?id=${id}`,
        state: '沟通中',
        asks_for_answer: true,
        at: Date.UTC(2030, 0, 1, 16) / 1_000,
      },
    });
    expect(await requestWorkbench(as(planner), planner.id)).toMatchObject([{ key: `request-answer:${id}`, state: '沟通中', over: false }]);
    expect(await ownRequests(as(asker), { tab: 'asked', page: 1, limit: 10 })).toMatchObject({ total: 1, list: [{ request: { id } }] });
    expect(await ownRequests(as(planner), { tab: 'answered', page: 1, limit: 10 })).toMatchObject({
      ...{ total: 1, list: [{ request: { id }, answer_state: 'talking' }] },
    });
    expect((await ownRequests(as(planner), { tab: 'asked', page: 1, limit: 10 })).list).toEqual([]);
  });
});

describe('staff', () => {
  it('see what was reported, once a reader, and close with a reason and an audit row', async () => {
    const { id } = await askRequest(as(asker), requestInput());
    await answer(planner, id);
    await expect(reportRequest(as(asker), id, '自己')).rejects.toMatchObject({ status: 409 });
    await reportRequest(as(stranger), id, '虚假需求');
    await expect(reportRequest(as(stranger), id, '再来')).rejects.toMatchObject({ status: 409 });
    const page = await readList(as(staff), { list: 'requests', query: 'reported=yes', after: '', before: '', limit: 20 });
    expect(page.rows).toMatchObject([{ id: String(id), cells: { reports: 1, asker: '云上传媒', planners: '1/5', state: '沟通中' } }]);
    await expect(inTransaction(as(planner), (tx) => closeByStaff(tx, id, '无'))).rejects.toMatchObject({ status: 403 });
    await inTransaction(as(staff), (tx) => closeByStaff(tx, id, '虚假需求'));
    expect(await states(id)).toContainEqual(['talking', 'closed', staff.id, '虚假需求']);
    expect(await titles(asker)).toContain('求单被关闭：年会开场视频与主持稿');
    expect(await titles(planner)).toContain('求单已关闭：年会开场视频与主持稿');
    expect(await titles(stranger)).toEqual(['您举报的求单「年会开场视频与主持稿」已有处理结果']);
    expect((await listReviews(as(staff), { type: 'request', status: 'open', page: 1, limit: 5 })).list).toEqual([]);
    const { rows } = await t.app.db.execute(sql`select action from audit_log where subject = ${`request:${id}`}`);
    expect(rows).toEqual([{ action: 'request.close' }]);
    await expect(inTransaction(as(staff), (tx) => openByStaff(tx, id, '看过'))).rejects.toMatchObject({ status: 409 });
    expect((await exportList(as(staff), { list: 'requests', query: '', columns: [] })).title).toBe('求单');
  });
});

describe('closing an account', () => {
  it('ends what is open and empties the words, also when it is repeated', async () => {
    const { id } = await askRequest(as(asker), requestInput());
    await answer(planner, id, '我可以做');
    await forgetRequests(as(asker), asker.id);
    await forgetRequests(as(asker), asker.id);
    const [row] = await t.app.db.select().from(requests).where(eq(requests.id, id));
    expect(row).toMatchObject({ state: 'closed', title: '已删除', detail: '', pictures: [], words: [] });
    await forgetRequests(as(planner), planner.id);
    const [said] = await t.app.db.select().from(request_answers).where(eq(request_answers.request_id, id));
    expect(said?.text).toBe('');
  });
});
