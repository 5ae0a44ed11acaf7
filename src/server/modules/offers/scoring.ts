import { contactDetailsText } from '#contract/contact-details.ts';
import { demandPath, OPEN_STATES } from '#contract/demand.ts';
import { checkPhone, plainPhone } from '#contract/identity.ts';
import {
  type Criterion,
  criteriaFault,
  INVITED_A_DAY,
  INVITES_A_DAY,
  JUDGE_STATES,
  JUDGES_MAX,
  type MarkedOffer,
} from '#contract/offer.ts';
import type { TenderScoring } from '#contract/outputs/offer.ts';
import type { WorkbenchEntry } from '#contract/outputs/workbench.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { conflict, invalid, notFound, tooOften } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { findBlocks } from '../chat/index.ts';
import { type DemandFacts, demandOf, lockDemand } from '../demands/index.ts';
import { publicUsers, userByMobile } from '../identity/index.ts';
import { takeDaily } from '../membership/index.ts';
import { addToRecord, lockOpen, NO_TENDER } from './clarify.ts';
import { reasonOf } from './judge-offers.ts';
import { findJudges, findJudging, findUnmarkedBy, insertJudge, type JudgeRow, setJudge } from './judges.repo.ts';
import { type BoardRow, findBoard, findOffersOf, findOwn, lockBoard, type OfferNow, setBoard } from './repo.ts';
import { TENDER } from './rules.ts';
import { scoreTable } from './score-table.ts';
import { announceChange, tell } from './talk.ts';

/** What judges mark: what was opened and not taken back. */
export const isMarked = ({ offer, now }: OfferNow): boolean => offer.state !== 'withdrawn' && now.price_fen !== null;
const waits = ({ state }: Pick<JudgeRow, 'state'>) => state === 'asked';
const handedIn = ({ state }: Pick<JudgeRow, 'state'>) => state === 'in';

/** Of one tender, in all: each that leaves stands in its record. */
const ASKED_MOST = 50;
const NO_CRITERIA = '请先设置评分项';

async function requireOwner(ctx: Ctx, demand_id: number): Promise<DemandFacts> {
  const owner_id = requireUser(ctx);
  const demand = await demandOf(ctx.db, demand_id);
  if (demand?.owner_id !== owner_id || demand.label_type !== TENDER) throw notFound(NO_TENDER);
  return demand;
}

/**
 * The owner says for what offers are marked, until the end of the tender; all bidders hear it, and it stands in the record.
 * @throws AppError 404; 409 after the end, or where judges were asked and nothing would be left to mark; code 1
 */
export async function setCriteria(ctx: Ctx, demand_id: number, given: readonly Criterion[]): Promise<void> {
  await requireOwner(ctx, demand_id);
  const criteria = given.map(({ title, weight }) => ({ title: plainText(title).replaceAll('\n', ' '), weight }));
  const fault = criteriaFault(criteria) || contactDetailsText(criteria.map(({ title }) => title).join(' '));
  if (fault) throw invalid({ criteria: fault });
  await inTransaction(ctx, async (tx) => {
    const demand = await lockOpen(tx, demand_id);
    const before = (await lockBoard(tx.db, demand_id)).criteria;
    if (JSON.stringify(before) === JSON.stringify(criteria)) return;
    if (criteria.length === 0 && (await findJudges(tx.db, demand_id)).some(waits)) throw conflict('已经邀请评委，请保留评分项');
    await setBoard(tx.db, demand_id, { criteria });
    const list = criteria.map(({ title, weight }) => `${title} ${weight}%`).join('、');
    await addToRecord(
      tx,
      demand,
      list === '' ? '评分办法取消，由发布者直接选定。' : `评分办法：${list}。各评委独立评分，全部提交后汇总。`,
      true,
    );
  });
}

/** Why neither judges nor marks change any more; '': they may. */
function judgesFault(demand: DemandFacts, board: BoardRow | null): string {
  if (!OPEN_STATES.includes(demand.state)) return '招标已结束，评委与评分不能再改';
  return board?.marked_at ? '评分已经完成，不能再改' : '';
}

/** A tender that is neither marked nor chosen from yet, locked with its board. @throws AppError 404, 409 */
async function lockUnmarked(tx: TxCtx, demand_id: number): Promise<{ demand: DemandFacts; board: BoardRow }> {
  const demand = await lockDemand(tx.db, demand_id);
  if (demand?.label_type !== TENDER) throw notFound(NO_TENDER);
  const board = await lockBoard(tx.db, demand_id);
  const fault = judgesFault(demand, board);
  if (fault) throw conflict(fault);
  return { demand, board };
}

/**
 * The owner asks the account of a phone to mark the offers; asking twice is once. Until the opening it says nothing of who bids: who does is
 * released then. @throws AppError 404; 409; code 1 for the phone; 429 at a bound
 */
export async function askJudge(ctx: Ctx, demand_id: number, mobile: string): Promise<void> {
  const seen = await requireOwner(ctx, demand_id);
  const { owner_id } = seen;
  const phone = plainPhone(mobile);
  const wrong = checkPhone(phone);
  if (wrong) throw invalid({ mobile: wrong });
  const before = await findBoard(ctx.db, demand_id);
  const fault = judgesFault(seen, before) || (before?.criteria.length ? '' : NO_CRITERIA);
  if (fault) throw conflict(fault);
  // counted whatever comes of it: an answer says whether a phone has an account
  if (!(await takeDaily(ctx, { user_id: owner_id, name: 'invite', limit: INVITES_A_DAY })))
    throw tooOften(`每天最多发出 ${INVITES_A_DAY} 份邀请，请明天再来`);
  const user = await userByMobile(ctx, phone);
  if (!user || user.blocked) throw invalid({ mobile: '这个手机号还没有注册，请对方注册后再邀请' });
  if (user.id === owner_id) throw invalid({ mobile: '不能邀请自己' });
  if ((await findBlocks(ctx.db, owner_id, user.id)).length > 0) throw conflict('对方暂时不接收您的邀请');
  await inTransaction(ctx, async (tx) => {
    const { demand, board } = await lockUnmarked(tx, demand_id);
    if (board.criteria.length === 0) throw conflict(NO_CRITERIA);
    const judges = await findJudges(tx.db, demand_id);
    const known = judges.find(({ user_id }) => user_id === user.id);
    if (known) {
      if (known.state === 'released') throw conflict('对方已不再担任这次招标的评委');
      return;
    }
    if (judges.filter(({ state }) => state !== 'released').length >= JUDGES_MAX) throw conflict(`最多 ${JUDGES_MAX} 位评委`);
    if (judges.length >= ASKED_MOST) throw conflict(`一份招标先后最多邀请 ${ASKED_MOST} 位评委`);
    const bids = await findOwn(tx.db, demand_id, user.id);
    if (board.opened_at && bids && bids.state !== 'withdrawn') throw conflict('对方参与了投标，不能担任评委');
    const at = tx.app.clock.now();
    if (!(await takeDaily(tx, { user_id: user.id, name: 'invited', limit: INVITED_A_DAY, at })))
      throw tooOften('对方今天收到的邀请已经很多，请明天再试');
    await insertJudge(tx.db, { demand_id, user_id: user.id, created_at: at });
    const { nickname } = (await publicUsers(tx, [owner_id])).get(owner_id);
    await tell(tx, [user.id], demand, {
      key: `tender:${demand_id}:judge`,
      title: '邀请您评标',
      content: `${nickname} 邀请您为「${demand.title}」的投标评分，${board.opened_at ? '投标已开启，现在就可以评分' : '开标后会再通知您'}。`,
    });
  });
}

/**
 * The owner releases a judge who has not handed in, or a judge leaves; the record says that it was so and why, without a name.
 * @throws AppError 404; 409 for who has handed in; code 1 without a reason
 */
export async function releaseJudge(ctx: Ctx, { demand_id, user_id, reason }: { demand_id: number; user_id: number; reason: string }) {
  const by = requireUser(ctx);
  const demand = await demandOf(ctx.db, demand_id);
  const judge = (await findJudges(ctx.db, demand_id)).find((one) => one.user_id === user_id);
  if (!demand || !judge || (by !== user_id && by !== demand.owner_id)) throw notFound('评委不存在');
  const why = reasonOf(reason);
  const contact = contactDetailsText(why);
  if (contact) throw invalid({ reason: contact });
  await inTransaction(ctx, async (tx) => {
    const locked = await lockUnmarked(tx, demand_id);
    const state = (await findJudges(tx.db, demand_id)).find((one) => one.user_id === user_id)?.state;
    if (state === 'released') return;
    if (state === 'in') throw conflict('已提交的评分不能撤销');
    await release(tx, locked.demand, [user_id], by === user_id ? `评委主动退出：${why}` : why);
    await tell(tx, [by === user_id ? demand.owner_id : user_id], demand, {
      key: `tender:${demand_id}:released:${user_id}`,
      title: by === user_id ? '一位评委退出了评标' : '您不再需要评标',
      content: `「${demand.title}」：${why}`,
    });
  });
}

/** Whose account ends leaves what is still to be marked; a tender that is over, or ends meanwhile, keeps nothing of their draft. */
export async function leaveJudging(ctx: Ctx, user_id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    for (const demand_id of await findUnmarkedBy(tx.db, user_id)) {
      const demand = await lockDemand(tx.db, demand_id);
      await lockBoard(tx.db, demand_id);
      const judge = (await findJudges(tx.db, demand_id)).find((one) => one.user_id === user_id);
      if (!judge || !waits(judge)) continue;
      if (demand && OPEN_STATES.includes(demand.state)) await releaseJudge(tx, { demand_id, user_id, reason: '账号已注销' });
      else await setJudge(tx.db, judge, { state: 'released', marks: [] });
    }
  });
}

async function release(tx: TxCtx, demand: DemandFacts, user_ids: readonly number[], why: string): Promise<void> {
  for (const user_id of user_ids) await setJudge(tx.db, { demand_id: demand.id, user_id }, { state: 'released', marks: [] });
  await addToRecord(tx, demand, `${user_ids.length} 位评委不再参加评分，原因：${why}`);
  await endMarking(tx, demand);
}

/** The offers are open: judges hear it, except those who bid themselves, who are none any more. The board is locked. */
export async function beginMarking(tx: TxCtx, demand: DemandFacts): Promise<void> {
  const judges = (await findJudges(tx.db, demand.id)).filter(waits).map(({ user_id }) => user_id);
  const bidders = new Set((await findOffersOf(tx.db, demand.id)).filter(isMarked).map(({ offer }) => offer.user_id));
  const { bid = [], mark = [] } = Object.groupBy(judges, (user_id) => (bidders.has(user_id) ? 'bid' : 'mark'));
  if (bid.length > 0) await release(tx, demand, bid, '参与了投标，按规定回避');
  if (bidders.size === 0) return;
  await tell(tx, mark, demand, {
    key: `tender:${demand.id}:mark`,
    title: '投标已开启，请评分',
    content: `「${demand.title}」已开标，请独立评分；全部评委提交前，谁也看不到别人的评分。`,
  });
}

/**
 * Keeps what a judge gives as a draft, or hands it in, which is once and for all. Locks the demand, then its board.
 * @throws AppError 404 for who is no judge; 409 before the opening and once handed in; code 1 where a mark is missing
 */
export async function markOffers(ctx: Ctx, demand_id: number, of: { sheet: readonly MarkedOffer[]; hands_in: boolean }): Promise<void> {
  const user_id = requireUser(ctx);
  const judgeOf = async (db: Ctx['db']) =>
    (await findJudges(db, demand_id)).find((one) => one.user_id === user_id && one.state !== 'released');
  if (!(await judgeOf(ctx.db))) throw notFound(NO_TENDER);
  const sheet = of.sheet.map((one) => ({ ...one, word: plainText(one.word) }));
  await inTransaction(ctx, async (tx) => {
    const demand = await lockDemand(tx.db, demand_id);
    const board = await lockBoard(tx.db, demand_id);
    const judge = await judgeOf(tx.db);
    if (!demand || !judge) throw notFound(NO_TENDER);
    if (handedIn(judge)) {
      if (of.hands_in && sheetsText([judge]) === sheetsText([{ marks: sheet }])) return;
      throw conflict('您已提交评分，不能再修改');
    }
    if (!board.opened_at || !OPEN_STATES.includes(demand.state))
      throw conflict(board.opened_at ? '招标已结束，不能再评分' : '开标后才能评分');
    const marked = (await findOffersOf(tx.db, demand_id)).filter(isMarked).map(({ offer }) => offer.id);
    const kept = marked.flatMap((id) => sheet.find(({ offer_id }) => offer_id === id) ?? []);
    if (kept.some(({ marks }) => marks.length !== board.criteria.length)) throw conflict('评分项有变化，请刷新后再评分');
    if (!of.hands_in) return setJudge(tx.db, judge, { marks: kept });
    if (kept.length < marked.length || kept.some(({ marks }) => marks.includes(null))) throw invalid({ sheet: '还有没填的分数' });
    await setJudge(tx.db, judge, { state: 'in', marks: kept, handed_in_at: tx.app.clock.now() });
    await endMarking(tx, demand);
  });
}

/** With the last judge the marks are shown, and their hash stands in the record. The board is locked. */
async function endMarking(tx: TxCtx, demand: DemandFacts): Promise<void> {
  const judges = await findJudges(tx.db, demand.id);
  const done = judges.filter(handedIn);
  if (judges.some(waits) || done.length === 0) return;
  await setBoard(tx.db, demand.id, { marked_at: tx.app.clock.now() });
  await addToRecord(tx, demand, `${done.length} 位评委已全部提交评分，评分表指纹 ${sha256(sheetsText(done))}`);
  const readers = new Set([demand.owner_id, ...done.map(({ user_id }) => user_id)]);
  await tell(tx, [...readers], demand, {
    key: `tender:${demand.id}:marked`,
    title: '评分已全部提交',
    content: `「${demand.title}」的 ${done.length} 位评委都已提交，可以查看汇总的评分。`,
  });
  await announceChange(tx, demand.id);
}

/** All marks in the order of the judges, of whom it names none; the database keeps no order of keys. */
const sheetsText = (sheets: ReadonlyArray<{ marks: readonly MarkedOffer[] }>): string =>
  JSON.stringify(sheets.map(({ marks }) => marks.map((one) => [one.offer_id, one.marks, one.word])));

/** How a tender is judged, for one reader: what another judge gave is read once all have handed in. */
export async function tenderScoring(ctx: Ctx, demand: DemandFacts, user_id: number): Promise<TenderScoring> {
  const board = await findBoard(ctx.db, demand.id);
  const judges = (await findJudges(ctx.db, demand.id)).filter(({ state }) => state !== 'released');
  const own = judges.find((one) => one.user_id === user_id);
  const is_owner = demand.owner_id === user_id;
  const people = await publicUsers(
    ctx,
    judges.map((one) => one.user_id),
  );
  const [opened, open] = [board?.opened_at != null, OPEN_STATES.includes(demand.state)];
  const in_time = demand.closes_at !== null && ctx.app.clock.now() < demand.closes_at;
  const bid = await findOwn(ctx.db, demand.id, user_id);
  return {
    criteria: board?.criteria ?? [],
    ...{ can_set: is_owner && open && in_time && !opened, can_ask: is_owner && open && board?.marked_at == null },
    judges: (is_owner ? judges : []).map(({ user_id: id, state }) => ({
      ...{ user_id: id, nickname: people.get(id).nickname, state, state_text: JUDGE_STATES[state] },
    })),
    ...{ judges_num: judges.length, waiting_num: judges.filter(waits).length },
    own: own
      ? { user_id, state: own.state, can_mark: waits(own) && opened && open && (board?.offer_num ?? 0) > 0, sheet: own.marks }
      : null,
    table: board?.marked_at && (is_owner || own) ? await markedTable(ctx, board, judges.filter(handedIn)) : null,
    has_minutes: opened && (is_owner || own !== undefined || (bid !== null && bid.state !== 'withdrawn')),
  };
}

/** The marks of all, best first. The caller has asked who may see it. */
export async function markedTable(ctx: Ctx, board: BoardRow, judges: readonly JudgeRow[]): Promise<NonNullable<TenderScoring['table']>> {
  const offers = new Map((await findOffersOf(ctx.db, board.demand_id)).map(({ offer }) => [offer.id, offer.user_id]));
  const people = await publicUsers(ctx, [...offers.values(), ...judges.map(({ user_id }) => user_id)]);
  const rows = scoreTable(
    board.criteria,
    judges.map(({ marks }) => marks),
  );
  return rows.map(({ totals, words, ...row }) => ({
    ...row,
    nickname: people.get(offers.get(row.offer_id) ?? 0).nickname,
    by_judge: judges.map(({ user_id }, at) => ({ nickname: people.get(user_id).nickname, total: totals[at] ?? 0, word: words[at] ?? '' })),
  }));
}

/** More than anybody judges. */
const MOST = 50;

/** Tenders that somebody judges, for their board: those to be marked ask for it, what is over stands there as that. */
export async function judgingWorkbench(ctx: Ctx, user_id: number): Promise<WorkbenchEntry[]> {
  const entries: WorkbenchEntry[] = [];
  for (const { demand_id: id, state: given } of await findJudging(ctx.db, user_id, MOST)) {
    const [demand, board] = [await demandOf(ctx.db, id), await findBoard(ctx.db, id)];
    if (!demand || !board) continue;
    const opened = board.opened_at !== null && board.offer_num > 0;
    const over = given === 'in' || !OPEN_STATES.includes(demand.state);
    const state = given === 'in' ? '评分已提交' : over ? '招标已结束' : opened ? '等您评分' : '等待开标后评分';
    entries.push({
      ...{ key: `judging:${id}`, group: 'offer', title: `${demand.title}（评标）`, path: `${demandPath(id)}#offers` },
      ...{ state, asks_for_answer: !over && opened, ...(over ? { over } : {}) },
    });
  }
  return entries;
}
