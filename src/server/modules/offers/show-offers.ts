import { OPEN_STATES } from '#contract/demand.ts';
import { KINDS, type KindKey } from '#contract/kinds.ts';
import { AGREEMENT_STATES, type BudgetHint, type OfferBoard, type OfferPanel, STAGE_STATES } from '#contract/offer.ts';
import type { Agreement, Offer, OfferPerson, OfferVersion, OfferWork, SealLine } from '#contract/outputs/offer.ts';
import { paths } from '#contract/paths.ts';
import { type Ctx, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { yuan } from '../../kernel/money.ts';
import { itemCards } from '../catalog/index.ts';
import { type DemandFacts, demandOf, findDealtLike } from '../demands/index.ts';
import { isAccountOpen, publicUsers } from '../identity/index.ts';
import { ratingState, ratingsOf } from '../ratings/index.ts';
import { getSetting } from '../settings/index.ts';
import { verifiedOf } from '../verification/index.ts';
import { type AgreementRow, agreementOfDemand, findAgreedPrices, findBound } from './agreements.repo.ts';
import { openQuestions, tenderNotes } from './clarify.ts';
import { rightsOf } from './make-offer.ts';
import { signFiles } from './offer-files.ts';
import { depositShort } from './purse.ts';
import {
  type BoardRow,
  findBoard,
  findNow,
  findNums,
  findOffersOf,
  findOwn,
  findSeals,
  findVersions,
  type OfferNow,
  type OfferRow,
  setOffersSeen,
  type VersionRow,
} from './repo.ts';
import {
  binds,
  budgetHint,
  documentsRefusal,
  isHeld,
  laterOf,
  mayCancel,
  offerRank,
  offerRefusal,
  offerStateText,
  openFen,
  stageActs,
  TENDER,
} from './rules.ts';
import { tenderScoring } from './scoring.ts';
import { stageReleaseDays, stageShare } from './settings.ts';
import { findStages, type StageRow } from './stages.repo.ts';

const YEARS_MS = 2 * 365 * 86_400_000;
const MOST = 300;
const DAY_S = 86_400;

/** What demands of this event and type were agreed on for in two years; `count` 0: too few to say. */
export async function agreedBudgets(ctx: Ctx, { event, type }: { event: string; type: number }): Promise<BudgetHint> {
  const ids = await findDealtLike(ctx.db, event, type, new Date(ctx.app.clock.now().getTime() - YEARS_MS), MOST);
  const hint = budgetHint(await findAgreedPrices(ctx.db, ids));
  return hint ? { count: hint.count, low: hint.low_fen / 100, high: hint.high_fen / 100 } : { count: 0, low: 0, high: 0 };
}

/** How many offers demands have; who has none is absent. One query for any number. */
export async function offerNums(ctx: Ctx, demand_ids: readonly number[]): Promise<Map<number, number>> {
  if (demand_ids.length === 0) return new Map();
  return new Map((await findNums(ctx.db, demand_ids)).map(({ demand_id, offer_num }) => [demand_id, offer_num]));
}

/** What everybody may know of a demand's offers. @throws AppError 404 for what is not shown */
export async function offerBoard(ctx: Ctx, demand_id: number): Promise<OfferBoard> {
  const demand = await demandOf(ctx.db, demand_id);
  if (!demand || demand.state === 'draft' || demand.state === 'review') throw notFound('需求不存在');
  const board = await findBoard(ctx.db, demand_id);
  const is_tender = demand.label_type === TENDER;
  return {
    ...{ demand_id, is_tender, offer_num: board?.offer_num ?? 0, public_key: board?.public_key ?? '' },
    opens_at: opensAt(board, demand),
    opened_at: board?.opened_at ? unixSeconds(board.opened_at) : 0,
    seals: is_tender ? (await findSeals(ctx.db, demand_id)).map(sealLine) : [],
    notes: is_tender ? await tenderNotes(ctx, demand_id) : [],
  };
}

/** Right also before an extension has reached the board. */
function opensAt(board: BoardRow | null, { state, closes_at }: DemandFacts): number {
  if (!board?.opens_at) return 0;
  return unixSeconds(OPEN_STATES.includes(state) ? laterOf(board.opens_at, closes_at) : board.opens_at);
}

export function sealLine({ offer, now }: OfferNow, at: number): SealLine {
  return { no: at + 1, hash: now.seal_hash, created_at: unixSeconds(now.created_at), state: sealState(offer, now) };
}

function sealState(offer: OfferRow, version: VersionRow): SealLine['state'] {
  if (version.opened_at) return version.price_fen === null ? 'failed' : 'opened';
  if (version.no !== offer.version) return 'replaced';
  return offer.state === 'withdrawn' ? 'withdrawn' : 'waiting';
}

/** What of a demand's offers concerns the signed-in reader. Its owner has seen the offers with it. @throws AppError code 2, 404 */
export async function offerPanel(ctx: Ctx, demand_id: number): Promise<OfferPanel> {
  const user_id = requireUser(ctx);
  const demand = await demandOf(ctx.db, demand_id);
  const is_owner = demand?.owner_id === user_id;
  const is_tender = demand?.label_type === TENDER;
  if (!demand || (!is_owner && (demand.state === 'draft' || demand.state === 'review'))) throw notFound('需求不存在');
  const { limit, ...who } = await rightsOf(ctx, user_id);
  const own = is_owner ? null : await findOwn(ctx.db, demand_id, user_id);
  const own_now = own && (await findNow(ctx.db, own.id));
  const scoring = is_tender ? await tenderScoring(ctx, demand, user_id) : null;
  const judges = scoring?.own != null && (await findBoard(ctx.db, demand_id))?.opened_at != null;
  const rows =
    is_owner || judges
      ? (await findOffersOf(ctx.db, demand_id)).filter(({ offer }) => offer.state !== 'withdrawn')
      : own_now
        ? [own_now]
        : [];
  const board = await findBoard(ctx.db, demand_id);
  const opened = board?.opened_at != null;
  const owner_gone = !(await isAccountOpen(ctx, demand.owner_id));
  const shown = await showOffers(ctx, rows, { demand, opened, user_id });
  if (is_owner) await setOffersSeen(ctx.db, demand_id, ctx.app.clock.now());
  const agreed = await agreementOfDemand(ctx.db, demand_id);
  const mine = agreed && (agreed.owner_id === user_id || agreed.user_id === user_id) ? agreed : null;
  return {
    ...{ demand_id, title: demand.title, is_owner, is_tender, offer_num: board?.offer_num ?? 0 },
    refusal: offerRefusal({ ...demand, opened, owner_gone }, { ...who, own: own?.state ?? null }, ctx.app.clock.now()),
    ...{ left_today: who.left_today, limit_today: limit },
    own: is_owner || judges ? null : (shown[0] ?? null),
    offers: is_owner || judges ? shown.toSorted((a, b) => offerRank(a) - offerRank(b) || (a.now.price ?? 0) - (b.now.price ?? 0)) : [],
    agreement: mine ? ((await showAgreements(ctx, [mine], user_id)).get(mine.id) ?? null) : null,
    closes_at: demand.closes_at ? unixSeconds(demand.closes_at) : 0,
    opens_at: opensAt(board, demand),
    documents_refusal: documentsRefusal(demand, who),
    notes: is_tender ? await tenderNotes(ctx, demand_id) : [],
    questions: is_tender ? await openQuestions(ctx, demand_id, { user_id, is_owner }) : [],
    ...{ scoring, deposit: demand.deposit_fen / 100 },
    deposit_short: is_owner ? 0 : (await depositShort(ctx, user_id, demand)) / 100,
  };
}

/** Stands for who bids until the tender is opened. */
const SEALED_PERSON: OfferPerson = { id: 0, nickname: '密封投标人', headimgurl: '', rating: { count: 0, mean: 0 }, certified: false };

/** People as offers show them, by id. */
export async function offerPeople(ctx: Ctx, ids: readonly number[]): Promise<Map<number, OfferPerson>> {
  const wanted = [...new Set(ids)];
  const [people, ratings] = [await publicUsers(ctx, wanted), await ratingsOf(ctx.db, wanted)];
  const shown = new Map<number, OfferPerson>();
  for (const id of wanted) {
    const { personal, company } = await verifiedOf(ctx, id);
    const person = people.get(id);
    shown.set(id, {
      ...{ id, nickname: person.nickname, headimgurl: person.headimgurl },
      ...{ rating: ratings.get(id) ?? { count: 0, mean: 0 }, certified: personal !== null || company?.status === 1 },
    });
  }
  return shown;
}

/** Offers of one demand for one reader, whose right the caller has asked for. */
async function showOffers(
  ctx: Ctx,
  rows: readonly OfferNow[],
  { demand, opened, user_id }: { demand: DemandFacts; opened: boolean; user_id: number },
): Promise<Offer[]> {
  const people = await offerPeople(
    ctx,
    rows.map(({ offer }) => offer.user_id),
  );
  const works = await showWorks(
    ctx,
    rows.flatMap(({ now }) => now.work_ids),
  );
  // who bids for a tender is sealed like what they bid
  const sealed = demand.label_type === TENDER && !opened;
  const decides = demand.owner_id === user_id;
  const open = demand.state === 'open' || demand.state === 'choosing';
  const in_time = !opened && (demand.closes_at === null || ctx.app.clock.now() < demand.closes_at);
  return rows.map(({ offer, now }) => {
    const is_own = offer.user_id === user_id;
    const made = offer.state === 'made';
    return {
      ...{ id: offer.id, demand_id: offer.demand_id, state: offer.state, state_text: offerStateText(offer, demand) },
      ...{ short_listed: decides && offer.short_listed, reason: offer.reason, versions_num: offer.version },
      person: sealed && !is_own ? SEALED_PERSON : (people.get(offer.user_id) as OfferPerson),
      now: showVersion(ctx, now, { id: offer.id, user_id }, works),
      ...{ created_at: unixSeconds(offer.created_at), updated_at: unixSeconds(offer.updated_at), seen: offer.seen_at !== null },
      can_change: is_own && open && in_time && (made || offer.state === 'withdrawn'),
      can_withdraw: is_own && made,
      can_decide: decides && open && made && now.price_fen !== null,
      deposit: (is_own || (decides && !sealed)) && binds(offer, demand) ? offer.deposit_fen / 100 : 0,
    };
  });
}

function showVersion(ctx: Ctx, row: VersionRow, of: { id: number; user_id: number }, works: Map<number, OfferWork>): OfferVersion {
  return {
    ...{ no: row.no, sealed: row.price_fen === null, price: yuan(row.price_fen), price_max: yuan(row.price_max_fen), days: row.days },
    ...{ text: row.text, seal_hash: row.seal_hash, created_at: unixSeconds(row.created_at) },
    files: signFiles(ctx, { id: of.id, version: row.no, user_id: of.user_id }, row.files),
    works: row.work_ids.map((id) => works.get(id) ?? { id, title: '已下架的作品', cover_src: '', path: '' }),
  };
}

async function showWorks(ctx: Ctx, ids: readonly number[]): Promise<Map<number, OfferWork>> {
  const cards = await itemCards(ctx, [...new Set(ids)]);
  return new Map(
    cards.map(({ id, kind, title, cover }) => [
      id,
      { id, title, cover_src: cover?.src ?? '', path: paths.detail(KINDS[kind as KindKey], id) },
    ]),
  );
}

/** All versions of an offer for its maker or the demand's owner, the newest first. @throws AppError code 2, 404 for anybody else */
export async function offerVersions(ctx: Ctx, offer_id: number): Promise<OfferVersion[]> {
  const user_id = requireUser(ctx);
  const found = await findNow(ctx.db, offer_id);
  const demand = found && (await demandOf(ctx.db, found.offer.demand_id));
  if (!found || !demand || (found.offer.user_id !== user_id && demand.owner_id !== user_id)) throw notFound('报价不存在');
  const rows = await findVersions(ctx.db, offer_id);
  const works = await showWorks(
    ctx,
    rows.flatMap(({ work_ids }) => work_ids),
  );
  return rows.map((row) => showVersion(ctx, row, { id: offer_id, user_id }, works));
}

/** Agreements as one of their two sees them, by id. */
export async function showAgreements(ctx: Ctx, rows: readonly AgreementRow[], user_id: number): Promise<Map<number, Agreement>> {
  const otherOf = (row: AgreementRow) => (row.owner_id === user_id ? row.user_id : row.owner_id);
  const people = await offerPeople(ctx, rows.map(otherOf));
  const stages = Map.groupBy(
    await findStages(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ agreement_id }) => agreement_id,
  );
  const bound = await findBound(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const terms = { days: await getSetting(ctx, stageReleaseDays), share_percent: (await getSetting(ctx, stageShare)) / 100 };
  const shown = new Map<number, Agreement>();
  for (const row of rows) {
    const is_owner = row.owner_id === user_id;
    const other_id = otherOf(row);
    const own_done = (is_owner ? row.owner_done_at : row.user_done_at) !== null;
    const deposit_fen = bound.get(row.id) ?? 0;
    const state = await ratingState(ctx.db, { kind: 'demand', id: row.demand_id }, user_id, other_id);
    shown.set(row.id, {
      ...{ id: row.id, agree_no: row.agree_no, demand_id: row.demand_id, state: row.state, state_text: AGREEMENT_STATES[row.state] },
      ...{ price: row.price_fen / 100, price_max: yuan(row.price_max_fen), is_owner, other: people.get(other_id) as OfferPerson },
      ...{ own_done, other_done: (is_owner ? row.user_done_at : row.owner_done_at) !== null },
      ...{ reason: row.reason, by_me: row.ended_by === user_id, answer: row.answer },
      ...{ created_at: unixSeconds(row.created_at), ended_at: row.ended_at ? unixSeconds(row.ended_at) : 0 },
      ...{ can_done: row.state === 'running' && !own_done, can_dispute: row.state === 'running' },
      ...{ deposit: deposit_fen / 100, can_cancel: mayCancel(row) && (is_owner || deposit_fen === 0) },
      rating: { ...state, can_rate: row.state === 'done' && state.can_rate },
      ...showStages(row, stages.get(row.id) ?? [], { is_owner, ...terms }),
    });
  }
  return shown;
}

function showStages(
  { state, price_fen, price_max_fen }: AgreementRow,
  rows: readonly StageRow[],
  { is_owner, days, share_percent }: { is_owner: boolean; days: number; share_percent: number },
): Pick<Agreement, 'stages' | 'held' | 'open' | 'can_plan' | 'share_percent'> {
  return {
    stages: rows.map((row) => ({
      ...{ id: row.id, title: row.title, price: row.price_fen / 100, state: row.state, state_text: STAGE_STATES[row.state] },
      release_at: row.state === 'delivered' && row.delivered_at && state === 'running' ? unixSeconds(row.delivered_at) + days * DAY_S : 0,
      can_pay: is_owner && row.state === 'asked' && state === 'running',
      acts: stageActs(row, state, is_owner),
    })),
    held: rows.filter(isHeld).reduce((sum, row) => sum + row.price_fen, 0) / 100,
    open: openFen({ price_fen, price_max_fen }, rows) / 100,
    can_plan: state === 'running',
    share_percent,
  };
}
