import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_DEMAND } from '#contract/demand.ts';
import { OFFER_CALLS } from '#contract/offer.ts';
import { type Ctx, inTransaction } from '#server/app/ctx.ts';
import { askAbout, messageEvents, sendMessage } from '#server/modules/chat/index.ts';
import {
  actOnDemand,
  demandOf,
  demandReview,
  expireDemands,
  installLabels,
  moveByStaff,
  moveDemand,
  ownDemandState,
  shownLabels,
  submitDemand,
} from '#server/modules/demands/index.ts';
import { setBan } from '#server/modules/identity/index.ts';
import { users } from '#server/modules/identity/tables.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { notices } from '#server/modules/notices/tables.ts';
import {
  agreeOffer,
  cancelAgreement,
  confirmDone,
  declineOffer,
  disputeAgreement,
  disputeReview,
  followMove,
  offerBoard,
  offerNums,
  offerPanel,
  offersPlain,
  offerVersions,
  offerWorkbench,
  openOfferFile,
  ownOffers,
  rateAgreement,
  reportOffer,
  shortList,
  tellEdited,
  withdrawOffer,
} from '#server/modules/offers/index.ts';
import { storeOriginal } from '#server/modules/publishing/index.ts';
import { ratingsOf } from '#server/modules/ratings/index.ts';
import { decideTarget, listReviews, openReview, reviewOf } from '#server/modules/review/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { testApp } from '../support/app.ts';
import { settleOutbox } from '../support/catalog.ts';
import { makeDemand, verifyPerson } from '../support/demands.ts';
import { makeItem, makePerson, type Person } from '../support/market.ts';
import { offerReads } from '../support/offer-reads.ts';
import { makeMember, offer } from '../support/offers.ts';
import { makePerson as makeUser } from '../support/people.ts';
import { sweepNow } from '../support/sweep.ts';

const t = testApp();
let owner: Person;
let planner: Person;
let other: Person;
beforeEach(async () => {
  [owner, planner, other] = [await makePerson(t), await makePerson(t), await makePerson(t)];
});

const demand = (wish: Partial<Parameters<typeof makeDemand>[1]> = {}) => makeDemand(t, { owner_id: owner.id, ...wish });
const stateOf = async (id: number) => (await demandOf(t.app.db, id))?.state;
const titles = async (person: Person) =>
  (await noticesOf(person.ctx, { only_unread: false, page: 1, limit: 20 })).list.map(({ title }) => title);
const decide = (staff: Ctx, target: { type: string; target_id: number }, action: string, reason: string) =>
  inTransaction(staff, (tx) => decideTarget(tx, target, { action, reason }));
const why = (code: string) => ({ data: { code } });

describe('making an offer', () => {
  it('is one a person and demand, with every version kept, and moves the demand to choosing', async () => {
    const id = await demand();
    const first = await offer(planner, id);
    expect(await offer(planner, id, { price: '11,000', price_max: '12000', text: '重新核算了搭建费用，价格可以更低' })).toBe(first);
    const { offers, is_owner } = await offerPanel(owner.ctx, id);
    expect([is_owner, await stateOf(id), (await offerNums(t.ctx(), [id])).get(id)]).toEqual([true, 'choosing', 1]);
    expect(offers).toMatchObject([
      { id: first, person: { id: planner.id }, versions_num: 2, now: { price: 11_000, price_max: 12_000, no: 2 } },
    ]);
    expect((await offerVersions(owner.ctx, first)).map(({ no, price }) => [no, price])).toEqual([
      [2, 11_000],
      [1, 12_800],
    ]);
    expect(await titles(owner)).toEqual(['一份报价有修改', '收到一份新报价']);
  });

  it('is seen by the owner and its maker alone', async () => {
    const id = await demand();
    const mine = await offer(planner, id);
    await expect(offerVersions(other.ctx, mine)).rejects.toMatchObject({ status: 404 });
    expect(await offerPanel(other.ctx, id)).toMatchObject({ own: null, offers: [], agreement: null });
    expect((await offerPanel(planner.ctx, id)).own).toMatchObject({ id: mine, seen: false, can_withdraw: true, can_decide: false });
    await offerPanel(owner.ctx, id);
    expect((await offerPanel(planner.ctx, id)).own?.seen).toBe(true);
    expect(JSON.stringify(await offerBoard(t.ctx(), id))).not.toContain('12800');
  });

  it('is refused with its reason', async () => {
    const id = await demand();
    await expect(offer(owner, id)).rejects.toMatchObject(why('own'));
    await expect(offer(planner, await demand({ columns: { who_may: 'certified' } }))).rejects.toMatchObject(why('certified'));
    await expect(offer(planner, await demand({ columns: { who_may: 'member' } }))).rejects.toMatchObject(why('member'));
    await expect(offer(planner, await demand({ moves: ['open', 'closed'] }))).rejects.toMatchObject({ status: 409, ...why('closed') });
    const member = await makeMember(t, 1);
    expect(await offer(member, await demand({ columns: { who_may: 'member' } }))).toBeGreaterThan(0);
    await expect(offer(planner, id, { price: '面议' })).rejects.toMatchObject({ fields: { price: expect.any(String) } });
    await expect(offer(planner, id, { text: '价格好商量，加微信 cehua2024 详谈' })).rejects.toMatchObject({
      fields: { text: expect.stringContaining('联系方式') },
    });
    await expect(offer(planner, 987_654)).rejects.toMatchObject({ status: 404 });
    t.clock.advance_ms(16 * 86_400_000);
    await expect(offer(planner, id)).rejects.toMatchObject({ status: 409, ...why('late') });
  });

  it('counts new offers of a Shanghai day by right, and no changes', async () => {
    await setSetting(t.ctx(), offersPlain.key, 2);
    const ids = [await demand(), await demand(), await demand()] as const;
    await offer(planner, ids[0]);
    await offer(planner, ids[1]);
    await offer(planner, ids[1], { price: '9000' });
    await expect(offer(planner, ids[2])).rejects.toMatchObject(why('limit'));
    expect(await offerPanel(planner.ctx, ids[2])).toMatchObject({ refusal: { code: 'limit' }, left_today: 0, limit_today: 2 });
    t.clock.advance_ms(86_400_000);
    expect(await offer(planner, ids[2])).toBeGreaterThan(0);
    await setSetting(t.ctx(), offersPlain.key, 3);
  });

  it('carries own published works and files, which only its two readers open', async () => {
    const id = await demand();
    const [work, foreign] = [await makeItem(t, planner.id), await makeItem(t, other.id)];
    await expect(offer(planner, id, { works: [foreign] })).rejects.toMatchObject({ fields: { works: '只能附上自己已发布的作品' } });
    const file = await storeOriginal(planner.ctx, {
      purpose: 'attachment',
      name: '报价单.pdf',
      data: Buffer.from('%PDF-1.7 quote '.padEnd(64)),
    });
    await expect(offer(other, id, { files: [file] })).rejects.toMatchObject({ status: 404 });
    await offer(planner, id, { works: [work], files: [file] });
    const shown = (await offerPanel(owner.ctx, id)).offers[0]?.now;
    expect(shown).toMatchObject({ works: [{ id: work, title: '年会方案' }], files: [{ name: '报价单.pdf', size_bytes: 64 }] });
    const query = new URL(shown?.files[0]?.url as string, 'http://x').searchParams;
    const ticket = {
      ...{ id: Number(query.get('id')), version: Number(query.get('version')), no: Number(query.get('no')) },
      ...{
        user_id: Number(query.get('user_id')),
        login: Number(query.get('login')),
        expires: Number(query.get('expires')),
        sign: query.get('sign') as string,
      },
    };
    const opened = await openOfferFile(t.ctx(), ticket);
    let text = '';
    for await (const part of opened.bytes) text += String(part);
    expect(text).toContain('%PDF-1.7 quote');
    await expect(openOfferFile(t.ctx(), { ...ticket, user_id: other.id })).rejects.toMatchObject({ status: 404 });
    await offer(planner, id, { kept_files: [0] });
    expect((await offerPanel(owner.ctx, id)).offers[0]?.now.files).toMatchObject([{ name: '报价单.pdf' }]);
    const { rows } = await t.app.db.execute<{ keys: string[] }>(
      "select file_keys as keys from offer_versions where file_keys <> '{}' limit 1",
    );
    expect(await sweepNow(t)).toBe(0);
    expect(await t.app.providers.storage.statPrivate(rows[0]?.keys[0] as string)).not.toBeNull();
  });

  it('is taken back, and the demand is open again without any', async () => {
    const id = await demand();
    const mine = await offer(planner, id);
    await expect(withdrawOffer(other.ctx, mine)).rejects.toMatchObject({ status: 404 });
    await withdrawOffer(planner.ctx, mine);
    expect([await stateOf(id), (await offerNums(t.ctx(), [id])).get(id)]).toEqual(['open', undefined]);
    await expect(withdrawOffer(planner.ctx, mine)).rejects.toMatchObject({ status: 409 });
    expect((await offerPanel(owner.ctx, id)).offers).toEqual([]);
    expect(await offer(planner, id)).toBe(mine);
    expect([await stateOf(id), (await offerNums(t.ctx(), [id])).get(id)]).toEqual(['choosing', 1]);
  });
});

describe('the owner', () => {
  it('short-lists, declines with a reason, and agrees to exactly one; the others hear of it', async () => {
    const id = await demand();
    const third = await makePerson(t);
    const [a, b, c] = [await offer(planner, id), await offer(other, id), await offer(third, id)];
    await shortList(owner.ctx, b, true);
    await expect(shortList(planner.ctx, b, true)).rejects.toMatchObject({ status: 404 });
    expect((await offerPanel(owner.ctx, id)).offers.map((one) => one.id)[0]).toBe(b);
    await expect(declineOffer(owner.ctx, c, ' ')).rejects.toMatchObject({ fields: { reason: '请填写原因' } });
    await declineOffer(owner.ctx, c, '超出预算');
    await expect(offer(third, id)).rejects.toMatchObject(why('declined'));
    await expect(agreeOffer(owner.ctx, a, 7)).rejects.toMatchObject({ status: 409 });
    const deal = await agreeOffer(owner.ctx, a, 1);
    expect(await stateOf(id)).toBe('agreed');
    await expect(agreeOffer(owner.ctx, b, 1)).rejects.toMatchObject({ status: 409 });
    expect((await offerPanel(planner.ctx, id)).agreement).toMatchObject({ id: deal, price: 12_800, state: 'running', is_owner: false });
    expect((await offerPanel(other.ctx, id)).agreement).toBeNull();
    expect([(await titles(planner))[0], (await titles(other))[0], (await titles(third))[0]]).toEqual([
      '您的报价被采用了',
      '这条需求已选定合作方',
      '您的报价未被采用',
    ]);
  });

  it('reads what they agree to: a version that was changed meanwhile is refused', async () => {
    const id = await demand();
    const mine = await offer(planner, id);
    await offer(planner, id, { price: '99999' });
    await expect(agreeOffer(owner.ctx, mine, 1)).rejects.toMatchObject({ message: '对方刚刚修改了报价，请看过之后再确认' });
  });
});

describe('an agreement', () => {
  const agreed = async () => {
    const id = await demand();
    const mine = await offer(planner, id);
    const lost = await offer(other, id);
    return { id, mine, lost, deal: await agreeOffer(owner.ctx, mine, 1) };
  };

  it('is done when both say so; then each rates the other, blind until both have', async () => {
    const { id, deal } = await agreed();
    await expect(rateAgreement(owner.ctx, deal, { stars: 5, text: '' })).rejects.toMatchObject({ status: 409 });
    await confirmDone(planner.ctx, deal);
    await confirmDone(planner.ctx, deal);
    expect([await stateOf(id), (await titles(owner))[0]]).toEqual(['agreed', '对方确认合作已完成']);
    await expect(cancelAgreement(owner.ctx, deal, '不想做了')).rejects.toMatchObject({ status: 409 });
    await expect(confirmDone(other.ctx, deal)).rejects.toMatchObject({ status: 404 });
    await confirmDone(owner.ctx, deal);
    expect(await stateOf(id)).toBe('done');
    expect((await ownOffers(planner.ctx, { tab: 'agreed', page: 1, limit: 10 })).list).toMatchObject([{ asks: '等您评价' }]);
    expect(await rateAgreement(planner.ctx, deal, { stars: 5, text: '沟通顺畅' })).toEqual({ shown: false });
    expect((await offerPanel(owner.ctx, id)).agreement?.rating).toEqual({ given: null, received: null, can_rate: true });
    expect(await rateAgreement(owner.ctx, deal, { stars: 4, text: '执行到位' })).toEqual({ shown: true });
    expect((await ratingsOf(t.app.db, [planner.id])).get(planner.id)).toEqual({ count: 1, mean: 4 });
  });

  it('is called off with a reason before either says so: the others are back in it', async () => {
    const { id, lost, deal } = await agreed();
    await expect(cancelAgreement(planner.ctx, deal, '')).rejects.toMatchObject({ fields: { reason: '请填写原因' } });
    await cancelAgreement(planner.ctx, deal, '档期冲突');
    expect([await stateOf(id), (await titles(owner))[0], (await titles(other))[0]]).toEqual([
      'choosing',
      '合作已取消',
      '您的报价重新进入选择',
    ]);
    expect((await offerPanel(planner.ctx, id)).refusal?.code).toBe('declined');
    expect(await agreeOffer(owner.ctx, lost, 1)).toBeGreaterThan(deal);
  });

  it('is not left by closing the demand: that is for cancelling, and for the dispute', async () => {
    const { id, deal } = await agreed();
    expect((await ownDemandState(owner.ctx, id)).acts).toEqual([]);
    await confirmDone(planner.ctx, deal);
    await expect(actOnDemand(owner.ctx, { id, act: 'close', why: '不想评价' })).rejects.toMatchObject({ status: 409 });
    expect([await stateOf(id), (await offerPanel(planner.ctx, id)).agreement?.state]).toEqual(['agreed', 'running']);
  });

  it('ends with a demand that staff close: both hear of it, and a dispute leaves the desk', async () => {
    const { id, deal } = await agreed();
    await disputeAgreement(planner.ctx, deal, '对方拒绝验收');
    const staff = t.ctx((await makeUser(t, { roles: ['operator'] })).actor);
    await inTransaction(staff, (tx) => moveByStaff(tx, id, 'closed', '涉嫌虚假'));
    await followMove(t.ctx(), { demand_id: id, from: 'agreed', to: 'closed', by_user_id: 1, by_staff: true, why: '涉嫌虚假' });
    await followMove(t.ctx(), { demand_id: id, from: 'agreed', to: 'closed', by_user_id: 1, by_staff: true, why: '涉嫌虚假' });
    expect((await reviewOf(t.ctx(), { type: 'dispute', target_id: deal }))?.status).toBe('withdrawn');
    for (const person of [owner, planner]) expect((await titles(person)).filter((title) => title === '合作已取消')).toHaveLength(1);
  });

  it('does not keep the desk from deciding on its demand', async () => {
    const staff = t.ctx((await makeUser(t, { roles: ['operator'] })).actor);
    const reviewed = async () => {
      const { id } = await agreed();
      await inTransaction(t.ctx(), (tx) => openReview(tx, { type: demandReview.type, target_id: id, detail: { shown: 1 } }));
      return id;
    };
    const [good, bad] = [await reviewed(), await reviewed()];
    await decide(staff, { type: demandReview.type, target_id: good }, 'approve', '');
    expect(await stateOf(good)).toBe('agreed');
    await decide(staff, { type: demandReview.type, target_id: bad }, 'reject', '涉嫌虚假');
    expect(await stateOf(bad)).toBe('closed');
  });

  it('that comes to nothing after the end of the demand leaves its owner thirty days to choose again', async () => {
    const { id, deal } = await agreed();
    t.clock.advance_ms(60 * 86_400_000);
    await cancelAgreement(planner.ctx, deal, '档期冲突');
    await expireDemands(t.ctx());
    t.clock.advance_ms(29 * 86_400_000);
    await expireDemands(t.ctx());
    expect(await stateOf(id)).toBe('choosing');
    t.clock.advance_ms(86_400_000);
    await expireDemands(t.ctx());
    expect(await stateOf(id)).toBe('expired');
  });

  it('is judged by staff when one side disputes it', async () => {
    const { id, deal } = await agreed();
    await disputeAgreement(owner.ctx, deal, '现场与方案不符');
    await expect(confirmDone(planner.ctx, deal)).rejects.toMatchObject({ status: 409 });
    const staff = t.ctx((await makeUser(t, { roles: ['operator'] })).actor);
    const entry = (await listReviews(staff, { type: 'dispute', status: 'open', page: 1, limit: 10 })).list.find(
      (one) => one.target_id === deal,
    );
    expect(entry?.subject.facts?.at(-1)?.value).toContain('现场与方案不符');
    await decide(staff, { type: 'dispute', target_id: deal }, 'resume', '请按约定补齐灯光');
    expect((await offerPanel(planner.ctx, id)).agreement).toMatchObject({ state: 'running', answer: '请按约定补齐灯光' });
    await disputeAgreement(planner.ctx, deal, '对方拒绝验收');
    await decide(staff, { type: 'dispute', target_id: deal }, 'finish', '现场照片显示已完成');
    expect(await stateOf(id)).toBe('done');
    expect(disputeReview.actions.map(({ name }) => name)).toEqual(['resume', 'finish', 'cancel', 'forfeit']);
  });
});

it('lets staff read an offer only after its owner reported it', async () => {
  const id = await demand();
  const mine = await offer(planner, id, { text: '低价承接，请线下联系，不走平台流程' });
  const staff = t.ctx((await makeUser(t, { roles: ['reviewer'] })).actor);
  expect((await listReviews(staff, { type: 'offer', status: 'open', page: 1, limit: 10 })).list).toEqual([]);
  await expect(reportOffer(other.ctx, mine, '引导线下')).rejects.toMatchObject({ status: 404 });
  await reportOffer(owner.ctx, mine, '引导线下');
  const [entry] = (await listReviews(staff, { type: 'offer', status: 'open', page: 1, limit: 10 })).list;
  expect(entry?.subject.facts).toContainEqual({ label: '说明', value: '低价承接，请线下联系，不走平台流程' });
  const { rows } = await t.app.db.execute<{ n: number }>(
    `select count(*)::int as n from audit_log where action = 'offer.read' and subject = 'offer#${mine}'`,
  );
  expect(rows[0]?.n).toBe(1);
  await decide(staff, { type: 'offer', target_id: mine }, 'remove', '含有联系方式或站外引导');
  expect((await ownOffers(planner.ctx, { tab: 'ended', page: 1, limit: 10 })).list).toMatchObject([{ id: mine, state: 'declined' }]);
});

it('stands in the talk of the two as a card: made, changed, taken back, made again and agreed; of a tender not before it is opened', async () => {
  const talked = async (id: number, by: Person) => {
    const talk = await askAbout(by.ctx, { kind: 'demand', id });
    const said = { type: 'text' as const, text: '可以看一下场地图吗？', file_id: 0, item_id: 0, price: null, confirmed: false };
    await sendMessage(by.ctx, { ...said, id: talk.id, client_id: `talk-${id}` });
    return async () => (await messageEvents(owner.ctx, talk.id, 1, 50)).map(({ data }) => data);
  };
  const id = await demand({ title: '海边年会找整体方案' });
  const rows = await talked(id, planner);
  const mine = await offer(planner, id);
  await offer(planner, id, { price: '11000', price_max: '12000', days: '' });
  await withdrawOffer(planner.ctx, mine);
  await offer(planner, id);
  await agreeOffer(owner.ctx, mine, 3);
  const card = (note: string) => ({ id: mine, title: '海边年会找整体方案', path: `/demand/details?id=${id}#offers`, cover: '', note });
  expect((await rows()).map(({ type, event, card }) => [type, event?.text, card])).toEqual([
    ['event', '对方提交了报价：12,800 元', card('12,800 元 · 14 天')],
    ['event', '对方修改了报价：11,000 至 12,000 元', card('11,000 至 12,000 元')],
    ['event', '对方撤回了报价', null],
    ['event', '对方修改了报价：12,800 元', card('12,800 元 · 14 天')],
    ['event', '您选定了报价：12,800 元', card('12,800 元 · 14 天')],
  ]);
  const bidder = await makeMember(t);
  const tender = await demand({ label_type: 3 });
  const sealed = await talked(tender, bidder);
  await offer(bidder, tender);
  expect(await sealed()).toEqual([]);
});

it('A14 who bids for a tender is sealed until it is opened: in the list, in messages, in talk', async () => {
  const bidder = await makeMember(t);
  const tender = await demand({ label_type: 3 });
  const mine = await offer(bidder, tender);
  const { offers } = await offerPanel(owner.ctx, tender);
  expect(offers).toMatchObject([{ id: mine, person: { id: 0, nickname: '密封投标人', certified: false } }]);
  expect((await offerPanel(bidder.ctx, tender)).own?.person.id).toBe(bidder.id);
  await expect(askAbout(owner.ctx, { kind: 'demand', id: tender, other_id: bidder.id })).rejects.toMatchObject({ status: 403 });
  await withdrawOffer(bidder.ctx, mine);
  const [person] = await t.app.db.select().from(users).where(eq(users.id, bidder.id));
  const told = await t.app.db.select().from(notices).where(eq(notices.user_id, owner.id));
  const about = told.filter(({ item_id }) => item_id === tender);
  expect(about).toHaveLength(2);
  for (const { content } of about) expect(content).not.toContain(person?.nickname);
});

it('tells who offered that the demand changed or ended', async () => {
  await verifyPerson(t, owner);
  await inTransaction(t.ctx(), (tx) => installLabels(tx));
  const label_id = (await shownLabels(t.ctx()))[0]?.id ?? 0;
  const form = {
    ...EMPTY_DEMAND,
    label_id,
    title: '三百人年会找整体方案',
    event: '年会庆典',
    city: '上海',
    needs: '十二月中旬，预算可谈，需要主持与现场执行，请附真实案例。',
  };
  const input = { draft_key: `draft-${owner.id}`, form };
  const { id } = await submitDemand(owner.ctx, input);
  await settleOutbox(t.ctx());
  await offer(planner, id);
  expect(await titles(planner)).toEqual([]);
  const edit = async (change: Partial<typeof form>) => {
    await submitDemand(owner.ctx, { ...input, id, form: { ...form, ...change } });
    await settleOutbox(t.ctx());
  };
  await edit({ open_days: 30 });
  expect(await titles(planner)).toEqual([]);
  const at = t.clock.now().getTime();
  await edit({ city: '苏州' });
  await edit({ city: '苏州', budget_min: '8000' });
  t.clock.advance_ms(3_600_000);
  await tellEdited(t.ctx(), { demand_id: id, at, minor: false });
  expect(await titles(planner)).toEqual(['您报过价的需求有修改']);
  await edit({ city: '苏州', needs: `${form.needs}另需摄影。` });
  expect(await titles(planner)).toEqual(['您报过价的需求有修改', '您报过价的需求有修改']);
  await inTransaction(t.ctx(), (tx) => moveDemand(tx, { id, to: 'closed', by: owner.id, why: '活动取消' }));
  await followMove(t.ctx(), { demand_id: id, from: 'choosing', to: 'closed', by_user_id: owner.id, why: '活动取消' });
  expect((await titles(planner))[0]).toBe('您报过价的需求已关闭');
});

it('that its owner takes up again is to be chosen from at once, and who offered hears that their offer stands', async () => {
  const id = await demand();
  await offer(planner, id);
  const closing = { demand_id: id, by_user_id: owner.id, why: '' };
  await actOnDemand(owner.ctx, { id, act: 'close', why: '预算未定' });
  await followMove(t.ctx(), { ...closing, from: 'choosing', to: 'closed' });
  expect(await offerWorkbench(t.ctx(), planner.id)).toMatchObject([{ state: '需求已关闭', over: true }]);
  await actOnDemand(owner.ctx, { id, act: 'reopen', why: '' });
  for (const _ of [1, 2]) await followMove(t.ctx(), { ...closing, from: 'closed', to: 'open' });
  expect(await stateOf(id)).toBe('choosing');
  expect(await titles(planner)).toEqual(['您报过价的需求重新开放', '您报过价的需求已关闭']);
  expect(await offerWorkbench(t.ctx(), planner.id)).toMatchObject([{ state: '待选择' }]);
});

it('with a blocked account is nobody’s partner: offers for its demands are refused, its own are not agreed to', async () => {
  const [id, late] = [await demand(), await demand()];
  const made = await offer(planner, id);
  const ban = (user_id: number, banned: boolean) => setBan(t.ctx(staff.actor), { user_id, banned, reason: '骚扰他人' });
  const staff = await makeUser(t, { roles: ['operator'] });
  await ban(planner.id, true);
  await expect(agreeOffer(owner.ctx, made, 1)).rejects.toThrow('对方的账号已停用');
  await ban(planner.id, false);
  await ban(owner.id, true);
  await expect(offer(other, late)).rejects.toMatchObject({ status: 409, data: { code: 'closed' } });
  expect((await offerPanel(other.ctx, late)).refusal).toMatchObject({ text: expect.stringContaining('账号已停用') });
  await ban(owner.id, false);
  await offer(other, late);
});

it('answers what its calls state, to the owner, the maker and everybody', async () => {
  const person = await makeUser(t, {});
  const maker = await makeUser(t, {});
  const reads = await offerReads(t, person, maker);
  for (const [path, query] of Object.entries(reads)) {
    if (path === OFFER_CALLS.file) continue;
    const readers = path === OFFER_CALLS.fitting ? [person] : [person, maker];
    for (const { token } of readers) expect((await t.call('GET', path, { token, query })).body.code, path).toBe(0);
  }
  expect((await t.call('GET', OFFER_CALLS.mine, { token: maker.token, query: { tab: 'open' } })).body.data).toMatchObject({ total: 1 });
  const foreign = await t.call('GET', OFFER_CALLS.versions, {
    token: other.token,
    query: reads[OFFER_CALLS.versions] as Record<string, number>,
  });
  expect(foreign.status).toBe(404);
  const visitor = await t.call('GET', OFFER_CALLS.board, { query: reads[OFFER_CALLS.board] as Record<string, number> });
  expect(visitor.body.data).toMatchObject({ offer_num: 1, is_tender: false, seals: [] });
});

it('reads own offers, a person’s ratings and due tenders by an index', async () => {
  const plan = (query: string) =>
    inTransaction(t.ctx(), async (tx) => {
      // few rows: without this every plan is a scan
      await tx.db.execute('set local enable_seqscan = off');
      const { rows } = await tx.db.execute<{ 'QUERY PLAN': string }>(`explain ${query}`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  const mine = 'select * from offers where user_id = 1 order by updated_at desc, id desc limit 10';
  expect(await plan(mine)).toContain('offers_of_user');
  const rated = 'select * from ratings where to_id = 1 and shown_at is not null and hidden_at is null order by id desc limit 6';
  expect(await plan(rated)).toContain('ratings_of_user');
  expect(
    await plan('select demand_id from offer_boards where opens_at is not null and opens_at <= now() order by opens_at limit 50'),
  ).toContain('offer_boards_due');
});
