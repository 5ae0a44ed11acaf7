import { beforeEach, expect, it } from 'vitest';
import { INVITED_A_DAY, type MarkedOffer } from '#contract/offer.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { sha256 } from '#server/kernel/ids.ts';
import { actOnDemand } from '#server/modules/demands/index.ts';
import { accountMobile } from '#server/modules/identity/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { drawMinutes, type Minutes } from '#server/modules/offers/draw-minutes.ts';
import {
  addToTender,
  agreeOffer,
  askJudge,
  declineOffer,
  forgetOffers,
  judgeRows,
  markOffers,
  offerBoard,
  offerPanel,
  offerWorkbench,
  openDueTenders,
  releaseJudge,
  setCriteria,
  tenderMinutes,
  withdrawOffer,
} from '#server/modules/offers/index.ts';
import { insertJudge, type JudgeRow } from '#server/modules/offers/judges.repo.ts';
import { minutesOf } from '#server/modules/offers/minutes.ts';
import { scoreTable } from '#server/modules/offers/score-table.ts';
import { tender_notes } from '#server/modules/offers/tables.ts';
import { testApp } from '../support/app.ts';
import { makeDemand } from '../support/demands.ts';
import { makePerson, type Person } from '../support/market.ts';
import { makeMember, offer } from '../support/offers.ts';

const DAY_MS = 86_400_000;
const CRITERIA = [
  { title: '方案创意', weight: 60 },
  { title: '报价', weight: 40 },
];
const t = testApp();
let owner: Person;
let bidder: Person;
let rival: Person;
let judges: [Person, Person];
let id: number;
let offers: [number, number];
beforeEach(async () => {
  [owner, bidder, rival] = [await makePerson(t), await makeMember(t), await makeMember(t)];
  judges = [await makePerson(t), await makePerson(t)];
  id = await makeDemand(t, { owner_id: owner.id, label_type: 3, title: '品牌年会整体执行招标' });
});

const mobile = async (person: Person) => (await accountMobile(t.ctx(), person.id)) ?? '';
const scoring = async (person: Person) => {
  const { scoring: shown } = await offerPanel(person.ctx, id);
  if (!shown) throw new Error('no scoring');
  return shown;
};
const notes = async () => (await offerBoard(t.ctx(), id)).notes.map(({ text }) => text);
const titles = async (person: Person) =>
  (await noticesOf(person.ctx, { only_unread: false, page: 1, limit: 20 })).list.map(({ title }) => title);

/** Two offers, two judges, opened. */
async function opened(): Promise<void> {
  await setCriteria(owner.ctx, id, CRITERIA);
  offers = [await offer(bidder, id, { price: '280000' }), await offer(rival, id, { price: '260000' })];
  for (const judge of judges) await askJudge(owner.ctx, id, await mobile(judge));
  t.clock.advance_ms(15 * DAY_MS);
  await openDueTenders(t.ctx());
}

const sheet = (first: [number | null, number | null], second: [number | null, number | null], word = ''): MarkedOffer[] => [
  { offer_id: offers[0], marks: first, word },
  { offer_id: offers[1], marks: second, word },
];
const handIn = (judge: Person, given: MarkedOffer[]) => markOffers(judge.ctx, id, { sheet: given, hands_in: true });

it('shows marks to none before the last judge hands in, then one table with sums, order, spread and words', async () => {
  await opened();
  const [one, two] = judges;
  expect(await scoring(one)).toMatchObject({
    judges: [],
    judges_num: 2,
    waiting_num: 2,
    own: { state: 'asked', can_mark: true },
    table: null,
  });
  expect((await offerPanel(one.ctx, id)).offers).toMatchObject([{ can_decide: false }, { can_decide: false }]);
  expect(await offerWorkbench(t.ctx(), one.id)).toMatchObject([{ key: `judging:${id}`, state: '等您评分', asks_for_answer: true }]);
  const first = sheet([90, 70], [80, 60], '视觉亮点很多');
  await markOffers(one.ctx, id, { sheet: sheet([90, null], [null, null]), hands_in: false });
  expect((await scoring(one)).own?.sheet[0]?.marks).toEqual([90, null]);
  await handIn(one, first);
  for (const reader of [owner, one, two, bidder]) {
    const seen = JSON.stringify(await offerPanel(reader.ctx, id));
    expect([(await scoring(reader)).table, reader === one || !seen.includes('视觉亮点')]).toEqual([null, true]);
    if (reader !== bidder) expect(JSON.stringify(await minutesOf(reader.ctx, id))).not.toContain('视觉亮点');
  }
  for (const reader of [owner, two]) {
    for await (const row of judgeRows(t.ctx(), reader.id)) expect(JSON.stringify(row)).not.toContain('视觉亮点');
  }
  expect(await notes()).not.toContainEqual(expect.stringContaining('评分表指纹'));
  const second = sheet([70, 100], [90, 90]);
  await handIn(two, second);
  expect((await scoring(owner)).table).toEqual([
    {
      ...{ offer_id: offers[0], nickname: expect.any(String), mean: 82, spread: 0, by_criterion: [80, 85] },
      by_judge: [expect.objectContaining({ total: 82, word: '视觉亮点很多' }), expect.objectContaining({ total: 82, word: '' })],
    },
    expect.objectContaining({ offer_id: offers[1], mean: 81, spread: 18, by_criterion: [85, 75] }),
  ]);
  expect((await scoring(one)).table).toHaveLength(2);
  expect((await scoring(bidder)).table).toBeNull();
  expect(await notes()).toContain(
    `2 位评委已全部提交评分，评分表指纹 ${sha256(JSON.stringify([first, second].map((rows) => rows.map(({ offer_id, marks, word }) => [offer_id, marks, word]))))}`,
  );
  expect(await titles(owner)).toContain('评分已全部提交');
  expect(await titles(two)).toEqual(expect.arrayContaining(['邀请您评标', '投标已开启，请评分', '评分已全部提交']));
});

it('is set before the end by the owner, in bounds, and bidders hear it; weights sum to 100', async () => {
  await offer(bidder, id);
  await expect(setCriteria(bidder.ctx, id, CRITERIA)).rejects.toMatchObject({ status: 404 });
  await expect(askJudge(owner.ctx, id, await mobile(judges[0]))).rejects.toMatchObject({ message: '请先设置评分项' });
  for (const wrong of [[{ title: '报价', weight: 90 }], [CRITERIA[0], CRITERIA[0]], [{ title: ' ', weight: 100 }]] as never[])
    await expect(setCriteria(owner.ctx, id, wrong)).rejects.toMatchObject({ code: 1 });
  await setCriteria(owner.ctx, id, CRITERIA);
  await setCriteria(owner.ctx, id, CRITERIA);
  expect(await notes()).toEqual(['评分办法：方案创意 60%、报价 40%。各评委独立评分，全部提交后汇总。']);
  expect(await titles(bidder)).toContain('招标有补充公告');
  await askJudge(owner.ctx, id, await mobile(judges[0]));
  await askJudge(owner.ctx, id, await mobile(judges[0]));
  expect((await scoring(owner)).judges).toHaveLength(1);
  await expect(setCriteria(owner.ctx, id, [])).rejects.toMatchObject({ status: 409 });
  await expect(askJudge(owner.ctx, id, '12345')).rejects.toMatchObject({ code: 1 });
  await expect(markOffers(judges[0].ctx, id, { sheet: [], hands_in: true })).rejects.toMatchObject({ message: '开标后才能评分' });
  t.clock.advance_ms(15 * DAY_MS);
  await openDueTenders(t.ctx());
  await expect(setCriteria(owner.ctx, id, CRITERIA.toReversed())).rejects.toMatchObject({ status: 409 });
});

it('A14 asking a bidder to judge says nothing of who bids: they step back at the opening, and a judge does not bid', async () => {
  await setCriteria(owner.ctx, id, CRITERIA);
  await offer(bidder, id);
  await askJudge(owner.ctx, id, await mobile(bidder));
  await askJudge(owner.ctx, id, await mobile(judges[0]));
  expect((await scoring(owner)).judges.map(({ state }) => state)).toEqual(['asked', 'asked']);
  await askJudge(owner.ctx, id, await mobile(rival));
  await expect(offer(rival, id)).rejects.toMatchObject({ message: expect.stringContaining('您是这次招标的评委') });
  await releaseJudge(rival.ctx, { demand_id: id, user_id: rival.id, reason: '打算投标' });
  await offer(rival, id);
  t.clock.advance_ms(15 * DAY_MS);
  await openDueTenders(t.ctx());
  expect((await scoring(owner)).judges.map(({ user_id }) => user_id)).toEqual([judges[0].id]);
  expect(await notes()).toContain('1 位评委不再参加评分，原因：参与了投标，按规定回避');
  expect((await scoring(bidder)).own).toBeNull();
  await expect(askJudge(owner.ctx, id, await mobile(rival))).rejects.toMatchObject({ status: 409 });
});

it('waits for its judges: nothing is chosen before, who does not mark is released in the record, who handed in stays', async () => {
  await opened();
  const [one, two] = judges;
  await expect(handIn(one, sheet([90, 70], [80, null]))).rejects.toMatchObject({ fields: { sheet: '还有没填的分数' } });
  await expect(handIn(one, [sheet([90, 70], [80, 60])[0] as MarkedOffer])).rejects.toMatchObject({ code: 1 });
  await expect(handIn(bidder, sheet([90, 70], [80, 60]))).rejects.toMatchObject({ status: 404 });
  await handIn(one, sheet([90, 70], [80, 60]));
  await expect(handIn(one, sheet([91, 70], [80, 60]))).rejects.toMatchObject({ status: 409 });
  await expect(agreeOffer(owner.ctx, offers[0], 1)).rejects.toMatchObject({ message: expect.stringContaining('还有 1 位评委') });
  await expect(declineOffer(owner.ctx, offers[0], '超出预算')).rejects.toMatchObject({ status: 409 });
  await expect(releaseJudge(owner.ctx, { demand_id: id, user_id: one.id, reason: '不合意' })).rejects.toMatchObject({ status: 409 });
  await expect(releaseJudge(bidder.ctx, { demand_id: id, user_id: two.id, reason: '冒充' })).rejects.toMatchObject({ status: 404 });
  await withdrawOffer(rival.ctx, offers[1]);
  await releaseJudge(owner.ctx, { demand_id: id, user_id: two.id, reason: '没有按时评分' });
  expect(await notes()).toEqual(
    expect.arrayContaining(['1 位评委不再参加评分，原因：没有按时评分', expect.stringContaining('1 位评委已全部提交评分')]),
  );
  expect((await scoring(owner)).table).toHaveLength(2);
  await expect(handIn(two, sheet([1, 1], [1, 1]))).rejects.toMatchObject({ status: 404 });
  await agreeOffer(owner.ctx, offers[0], 1, '综合评分最高');
  expect((await notes()).at(-1)).toBe('已选定第 1 号投标，理由：综合评分最高');
});

it('has minutes for owner, judges and bidders; a bidder reads names and prices of nobody else', async () => {
  await opened();
  await expect(tenderMinutes((await makePerson(t)).ctx, id)).rejects.toMatchObject({ status: 404 });
  for (const judge of judges) await handIn(judge, sheet([90, 70], [80, 60], `${judge.id} 的评语`));
  const text = async (person: Person) => JSON.stringify(await minutesOf(person.ctx, id));
  for (const reader of [owner, judges[0]]) expect(await text(reader)).toMatch(/280,000.*260,000/s);
  const shown = await text(bidder);
  expect([shown.includes('280,000'), shown.includes('260,000'), shown.includes('第 2 号，已开启"')]).toEqual([true, false, true]);
  expect(shown).toContain('评委 1：82 分');
  const seals = (await offerBoard(t.ctx(), id)).seals;
  for (const { hash } of seals) expect(shown).toContain(hash);
  const { name, data } = await tenderMinutes(owner.ctx, id);
  expect([name, Buffer.from(data.subarray(0, 5)).toString()]).toEqual(['开标与评标记录：品牌年会整体执行招标.pdf', '%PDF-']);
  // many offers and long words go on to more pages
  const row = { text: '投标'.repeat(400), small: '评语'.repeat(600) };
  const long: Minutes = { title: '记录', about: '', parts: [{ heading: '开标', rows: Array.from({ length: 20 }, () => row) }] };
  expect((await drawMinutes(long)).length).toBeGreaterThan(5_000);
});

it('hands in once and ends once, however many press at once', async () => {
  await opened();
  const [one, two] = judges;
  const same = sheet([90, 70], [80, 60]);
  const tried = await Promise.allSettled([
    ...Array.from({ length: 32 }, (_, at) => handIn(one, sheet([at, 70], [80, 60]))),
    ...Array.from({ length: 32 }, () => handIn(two, same)),
  ]);
  // the same again is the same; another is refused
  expect(tried.slice(0, 32).filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(tried.slice(32).every(({ status }) => status === 'fulfilled')).toBe(true);
  expect((await notes()).filter((text) => text.includes('评分表指纹'))).toHaveLength(1);
  expect((await scoring(owner)).table?.[0]?.by_judge).toHaveLength(2);
});

it('of an account that is closed leaves the tender to the other judges', async () => {
  await opened();
  await handIn(judges[0], sheet([90, 70], [80, 60]));
  await inTransaction(t.ctx(), (tx) => forgetOffers(tx, judges[1].id));
  expect((await scoring(owner)).table).toHaveLength(2);
  await inTransaction(t.ctx(), (tx) => forgetOffers(tx, judges[0].id));
});

it('of an account that is closed leaves every tender, and nothing of a draft stays in one that is over', async () => {
  const [one, two] = judges;
  await opened();
  await markOffers(one.ctx, id, { sheet: sheet([90, null], [null, null], '草稿里的话'), hands_in: false });
  const over = id;
  await actOnDemand(owner.ctx, { id: over, act: 'close', why: '活动取消' });
  id = await makeDemand(t, { owner_id: owner.id, label_type: 3, title: '发布会招标' });
  await opened();
  // more than a board shows of them
  const many = await Promise.all(Array.from({ length: 51 }, () => makeDemand(t, { owner_id: owner.id, label_type: 3, title: '别的招标' })));
  const at = t.clock.now();
  await inTransaction(t.ctx(), async (tx) => {
    for (const demand_id of many) await insertJudge(tx.db, { demand_id, user_id: one.id, created_at: at });
  });
  await inTransaction(t.ctx(), (tx) => forgetOffers(tx, one.id));
  expect((await scoring(owner)).judges.map(({ user_id }) => user_id)).toEqual([two.id]);
  expect(await notes()).toContain('1 位评委不再参加评分，原因：评委主动退出：账号已注销');
  const rows: unknown[] = [];
  for await (const row of judgeRows(t.ctx(), one.id)) rows.push(row);
  expect(rows).toHaveLength(53);
  expect(rows.every((row) => (row as JudgeRow).state === 'released' && (row as JudgeRow).marks.length === 0)).toBe(true);
});

it('leaves out what not all mark, and puts equal sums in the order of the offers', () => {
  const half = [{ title: '甲', weight: 100 }];
  const mark = (offer_id: number, value: number) => ({ offer_id, marks: [value], word: '' });
  const rows = scoreTable(half, [
    [mark(3, 50), mark(1, 50), mark(2, 99)],
    [mark(1, 61), mark(3, 61)],
  ]);
  expect(rows.map(({ offer_id, mean, spread }) => [offer_id, mean, spread])).toEqual([
    [1, 55.5, 11],
    [3, 55.5, 11],
  ]);
  expect(scoreTable(half, [])).toEqual([]);
});

it('says of twenty phones a day whether they have an account, whatever else is wrong', async () => {
  await setCriteria(owner.ctx, id, CRITERIA);
  for (let n = 0; n < 20; n++) await expect(askJudge(owner.ctx, id, `1880000${1000 + n}`)).rejects.toMatchObject({ code: 1 });
  await expect(askJudge(owner.ctx, id, '18800009999')).rejects.toMatchObject({ status: 429 });
  await expect(askJudge(owner.ctx, id, await mobile(judges[0]))).rejects.toMatchObject({ status: 429 });
  expect((await scoring(owner)).judges).toHaveLength(0);
});

it('says nothing of a phone where nobody could be asked, and not even owners judge for themselves', async () => {
  for (let n = 0; n < 21; n++) await expect(askJudge(owner.ctx, id, '18800009999')).rejects.toMatchObject({ message: '请先设置评分项' });
  await setCriteria(owner.ctx, id, CRITERIA);
  await expect(askJudge(owner.ctx, id, await mobile(owner))).rejects.toMatchObject({ fields: { mobile: '不能邀请自己' } });
  await actOnDemand(owner.ctx, { id, act: 'close', why: '活动取消' });
  for (const phone of ['18800009999', await mobile(judges[0])])
    await expect(askJudge(owner.ctx, id, phone)).rejects.toMatchObject({ message: '招标已结束，评委与评分不能再改' });
});

it('asks nobody more often a day than they are invited to offers', async () => {
  const [wanted] = judges;
  for (let n = 0; n <= INVITED_A_DAY; n++) {
    const other = await makePerson(t);
    id = await makeDemand(t, { owner_id: other.id, label_type: 3, title: '品牌年会整体执行招标' });
    await setCriteria(other.ctx, id, CRITERIA);
    const asked = askJudge(other.ctx, id, await mobile(wanted));
    if (n === INVITED_A_DAY) await expect(asked).rejects.toMatchObject({ status: 429 });
    else await asked;
  }
});

it('records what happens beyond the bound of what its owner publishes, and has a bound of its own for who was asked', async () => {
  await setCriteria(owner.ctx, id, CRITERIA);
  await offer(bidder, id);
  await askJudge(owner.ctx, id, await mobile(judges[0]));
  await askJudge(owner.ctx, id, await mobile(judges[1]));
  const [last] = (await offerBoard(t.ctx(), id)).notes;
  const at = t.clock.now();
  await t.app.db.insert(tender_notes).values(
    Array.from({ length: 199 }, (_, n) => ({
      ...{ demand_id: id, no: n + 2, text: '补充', hash: last?.hash ?? '' },
      ...{ state: 'published', created_at: at, published_at: at },
    })),
  );
  await expect(addToTender(owner.ctx, id, '补充公告的内容')).rejects.toMatchObject({ status: 409 });
  await releaseJudge(owner.ctx, { demand_id: id, user_id: judges[0].id, reason: '换人' });
  t.clock.advance_ms(15 * DAY_MS);
  await openDueTenders(t.ctx());
  await releaseJudge(judges[1].ctx, { demand_id: id, user_id: judges[1].id, reason: '没有时间' });
  expect((await notes()).slice(200)).toEqual(['1 位评委不再参加评分，原因：换人', '1 位评委不再参加评分，原因：评委主动退出：没有时间']);
  const gone = await Promise.all(Array.from({ length: 48 }, () => makePerson(t)));
  await inTransaction(t.ctx(), async (tx) => {
    for (const { id: user_id } of gone) await insertJudge(tx.db, { demand_id: id, user_id, state: 'released', created_at: at });
  });
  await expect(askJudge(owner.ctx, id, await mobile(rival))).rejects.toMatchObject({ message: expect.stringContaining('50 位评委') });
});
