import { contactDetailsText } from '#contract/contact-details.ts';
import {
  checkOffer,
  OFFER_FILES_MAX,
  OFFER_VERSIONS_MAX,
  type OfferForm,
  type OfferRefusal,
  offerPrice,
  PURSE_PATH,
} from '#contract/offer.ts';
import { type Ctx, inTransaction, requireUser, type TxCtx } from '../../app/ctx.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import { fenToYuan, yuanToFen } from '../../kernel/money.ts';
import { plainText } from '../../kernel/plain-text.ts';
import { openWithKey, sealToKey } from '../../kernel/sealed-to-key.ts';
import { itemsById } from '../catalog/index.ts';
import { type DemandFacts, demandOf, lockDemand, moveDemand } from '../demands/index.ts';
import { isAccountOpen, publicUsers } from '../identity/index.ts';
import { activeVips, dailyUsed, takeDaily, takeMembership } from '../membership/index.ts';
import { dropUploads } from '../publishing/index.ts';
import { verifiedOf } from '../verification/index.ts';
import { lockPurseOf } from '../wallet/index.ts';
import { findJudges } from './judges.repo.ts';
import { keepFiles } from './offer-files.ts';
import { depositShort } from './purse.ts';
import {
  findBoard,
  findNow,
  findOffer,
  findOwn,
  findVersions,
  insertOffer,
  insertVersion,
  lockBoard,
  type OfferRow,
  setBoard,
  setOffer,
  type VersionRow,
} from './repo.ts';
import { laterOf, membershipFor, nounOf, type Offering, offerLimit, offerRefusal, opensTenders, TENDER } from './rules.ts';
import { limitsOf } from './settings.ts';
import type { OfferFile } from './tables.ts';
import { announceChange, isSealed, offerCard, offerEvent, priceText, tell } from './talk.ts';

/** What an offer says. */
export interface OfferContent {
  price_fen: number;
  price_max_fen: number | null;
  days: number;
  text: string;
  files: OfferFile[];
  work_ids: number[];
}

export interface SealedContent {
  sealed: string;
  /** Of the sealed text, so that it says nothing of what is in it. */
  seal_hash: string;
}

const keyName = (demand_id: number) => `tender:${demand_id}`;
const purpose = (demand_id: number, user_id: number) => `offer ${demand_id} ${user_id}`;

/**
 * The public key of a tender, made with its first offer; its private half is not to be had before `opens_at`, also when that moved on. An
 * earlier deadline does not bring it forward. @returns with when it is to be had
 */
export async function tenderKey(ctx: Ctx, demand_id: number, opens_at: Date): Promise<{ public_key: string; opens_at: Date }> {
  const { deadline_keys } = ctx.app.providers;
  const made = await deadline_keys.make(keyName(demand_id), opens_at);
  if (made.opens_at < opens_at) await deadline_keys.putOff(keyName(demand_id), opens_at);
  return { public_key: made.public_key, opens_at: made.opens_at < opens_at ? opens_at : made.opens_at };
}

/** The private half. @throws AppError 409 before its time */
export async function releaseKey(ctx: Ctx, demand_id: number): Promise<string> {
  return (await ctx.app.providers.deadline_keys.release(keyName(demand_id))).private_key;
}

/** Unreadable from here on, by this program too, until the key is released. Bound to the tender and to who offers. */
export function sealContent(public_key: string, of: { demand_id: number; user_id: number }, content: OfferContent): SealedContent {
  // padded, so that the length reveals little of the text
  const json = JSON.stringify(content);
  const bytes = Buffer.from(json.padEnd(Math.ceil(Buffer.byteLength(json) / 1_024) * 1_024 - (Buffer.byteLength(json) - json.length), ' '));
  const sealed = sealToKey(public_key, purpose(of.demand_id, of.user_id), bytes).toString('base64url');
  return { sealed, seal_hash: sha256(sealed) };
}

/** @throws Error when it was sealed for another tender or person, or changed */
export function openContent(private_key: string, of: { demand_id: number; user_id: number }, sealed: string): OfferContent {
  const bytes = openWithKey(private_key, purpose(of.demand_id, of.user_id), Buffer.from(sealed, 'base64url'));
  return JSON.parse(bytes.toString('utf8')) as OfferContent;
}

export interface OfferInput extends OfferForm {
  demand_id: number;
}

/** A refusal as a failure that the caller can act on: `data.why` names it. */
export function refused(refusal: OfferRefusal): AppError {
  return new AppError(refusal.text, { status: refusal.code === 'late' || refusal.code === 'closed' ? 409 : 403, data: refusal });
}

/**
 * Makes the signed-in user's offer for a demand, or a new version of it. Of a tender it is sealed until the deadline. The first takes one of
 * today's offers. Locks the demand, then its board: of what comes at the deadline nothing is taken after it.
 * @returns the offer's id
 * @throws AppError code 1 by field; 403 or 409 with `data` an OfferRefusal; 404 for an unknown demand
 */
export async function makeOffer(ctx: Ctx, { demand_id, ...form }: OfferInput): Promise<number> {
  const user_id = requireUser(ctx);
  const wrong = checkOffer(form);
  if (Object.keys(wrong).length > 0) throw invalid({ ...wrong });
  const text = plainText(form.text);
  const contact = contactDetailsText(text);
  if (contact) throw invalid({ text: contact });
  const seen = await demandOf(ctx.db, demand_id);
  if (!seen) throw notFound('需求不存在');
  const before = await findOwn(ctx.db, demand_id, user_id);
  await refuse(ctx, seen, user_id, before);
  await requireCovered(ctx, user_id, seen);
  const is_tender = seen.label_type === TENDER;
  const [old] = before ? await findVersions(ctx.db, before.id) : [];
  const files = [...keptOf(old, form.kept_files), ...(await keepFiles(ctx, form.files, is_tender))];
  if (files.length > OFFER_FILES_MAX) throw invalid({ files: `附件最多 ${OFFER_FILES_MAX} 个` });
  const content: OfferContent = {
    price_fen: yuanToFen(offerPrice(form.price) ?? 0) as number,
    price_max_fen: form.price_max.trim() === '' ? null : yuanToFen(offerPrice(form.price_max) ?? 0),
    days: Number(form.days.normalize('NFKC').trim() || 0),
    ...{ text, files, work_ids: await ownWorks(ctx, user_id, form.works) },
  };
  if (!is_tender) return put(ctx, user_id, seen, { version: openVersion(content), uploads: form.files, key: null });
  if (!seen.closes_at) throw conflict('这条招标没有截止时间');
  const key = await tenderKey(ctx, demand_id, seen.closes_at);
  const { sealed, seal_hash } = sealContent(key.public_key, { demand_id, user_id }, content);
  const version = { sealed, seal_hash, file_keys: files.map(({ key }) => key) };
  return put(ctx, user_id, seen, { version, uploads: form.files, key });
}

const openVersion = (content: OfferContent) => ({ ...content, file_keys: content.files.map(({ key }) => key) });

/** Files of the version before that are to stay; those of a sealed one are unknown, so they are sent again. */
function keptOf(old: VersionRow | undefined, kept: readonly number[]) {
  return [...new Set(kept)].flatMap((no) => old?.files[no] ?? []);
}

/** @throws AppError code 1 for a work that is not published, or not theirs */
async function ownWorks(ctx: Ctx, user_id: number, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const found = await itemsById(ctx, wanted);
  if (wanted.some((id) => found.get(id)?.publisher_id !== user_id || found.get(id)?.status !== 'published')) {
    throw invalid({ works: '只能附上自己已发布的作品' });
  }
  return wanted;
}

/** Takes what the offer rests on, e.g. a membership. @returns how many a day */
async function refuse(ctx: Ctx, demand: DemandFacts, user_id: number, own: OfferRow | null): Promise<number> {
  const { limit, ...who } = await rightsOf(ctx, user_id);
  const opened = (await findBoard(ctx.db, demand.id))?.opened_at != null;
  const owner_gone = !(await isAccountOpen(ctx, demand.owner_id));
  const refusal = offerRefusal({ ...demand, opened, owner_gone }, { ...who, own: own?.state ?? null }, ctx.app.clock.now());
  if (refusal) throw refused(refusal);
  const vip_types = membershipFor(demand, { had_today: own === null ? limit - who.left_today : 0, ...(await limitsOf(ctx)) });
  if (vip_types && !(await takeMembership(ctx, { user_id, way: 'member_quota', vip_types })))
    throw conflict(`会员状态刚刚改变，请刷新后再${nounOf(demand)}`);
  return limit;
}

/** What somebody may, as the rules ask it: verification, memberships, and how many offers are left today. */
export async function rightsOf(ctx: Ctx, user_id: number): Promise<Omit<Offering, 'own'> & { limit: number }> {
  const [verified, vips] = [await verifiedOf(ctx, user_id), await activeVips(ctx, user_id)];
  const certified = verified.personal !== null || verified.company?.status === 1;
  const [member, bidding] = [vips.size > 0, opensTenders(vips)];
  const limit = offerLimit(await limitsOf(ctx), { member, bidding });
  const left_today = Math.max(0, limit - (await dailyUsed(ctx, { user_id, name: 'offer' })));
  return { user_id, certified, member, bidding, limit, left_today };
}

/** Refuses who has not enough in their purse for this offer beside their others. @throws AppError 403 with an OfferRefusal */
async function requireCovered(ctx: Ctx, user_id: number, demand: DemandFacts): Promise<void> {
  const short_fen = await depositShort(ctx, user_id, demand);
  if (short_fen === 0) return;
  throw refused({ code: 'deposit', text: `投标保证金还差 ¥${fenToYuan(short_fen)}，请先转入`, href: PURSE_PATH });
}

type NewVersion = Omit<Partial<VersionRow>, 'id' | 'offer_id' | 'no'>;

interface Put {
  version: NewVersion;
  /** Copied by now: what is sealed must not lie open beside its seal. */
  uploads: readonly number[];
  /** Of a tender: what it is sealed to, and when that opens. */
  key: { public_key: string; opens_at: Date } | null;
}

async function put(ctx: Ctx, user_id: number, seen: DemandFacts, { version, uploads, key }: Put): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const demand = await lockDemand(tx.db, seen.id);
    if (!demand) throw notFound('需求不存在');
    const board = await lockBoard(tx.db, demand.id);
    if (demand.label_type !== seen.label_type) throw conflict('这条需求刚刚改变了类型，请刷新后再报价');
    const own = await findOwn(tx.db, demand.id, user_id);
    const limit = await refuse(tx, demand, user_id, own);
    if ((await findJudges(tx.db, demand.id)).some((one) => one.user_id === user_id && one.state !== 'released'))
      throw conflict('您是这次招标的评委，不能投标；要投标请先退出评标');
    if (demand.deposit_fen > 0) await lockPurseOf(tx, user_id);
    await requireCovered(tx, user_id, demand);
    const bound = { deposit_fen: demand.deposit_fen, round: demand.round };
    const now = tx.app.clock.now();
    if (!own && !(await takeDaily(tx, { user_id, name: 'offer', limit, at: now }))) {
      throw refused({ code: 'limit', text: `今天的${nounOf(demand)}次数已用完，请明天再来`, href: '/vip/openVip' });
    }
    if (own && own.version >= OFFER_VERSIONS_MAX) throw conflict(`一份${nounOf(demand)}最多修改 ${OFFER_VERSIONS_MAX - 1} 次`);
    const no = (own?.version ?? 0) + 1;
    const offer =
      own ?? (await insertOffer(tx.db, { demand_id: demand.id, user_id, state: 'made', ...bound, created_at: now, updated_at: now }));
    await insertVersion(tx.db, { ...version, offer_id: offer.id, no, created_at: now });
    if (own) await setOffer(tx.db, own.id, { state: 'made', version: no, ...bound, seen_at: null, updated_at: now });
    await setBoard(tx.db, demand.id, {
      offer_num: board.offer_num + (own?.state === 'made' ? 0 : 1),
      ...(key && { public_key: key.public_key, opens_at: laterOf(key.opens_at, demand.closes_at) }),
    });
    if (demand.state === 'open') await moveDemand(tx, { id: demand.id, to: 'choosing', by: null, why: `收到${nounOf(demand)}` });
    await tellOwner(tx, demand, offer, no, version);
    await dropUploads(tx, user_id, uploads);
    await announceChange(tx, demand.id);
    return offer.id;
  });
}

async function tellOwner(tx: TxCtx, demand: DemandFacts, offer: OfferRow, no: number, version: NewVersion): Promise<void> {
  const sealed = isSealed(version);
  const name = sealed ? '一位投标人' : (await publicUsers(tx, [offer.user_id])).get(offer.user_id).nickname;
  const price = priceText(version);
  const noun = nounOf(demand);
  const title = no === 1 ? `收到一份新${noun}` : `一份${noun}有修改`;
  await tell(tx, [demand.owner_id], demand, {
    key: `offer:${offer.id}:${no}`,
    title,
    content: `${name} 为「${demand.title}」${noun}：${price}。`,
  });
  // a card in their conversation would say who bids
  if (sealed) return;
  const text = no === 1 ? `提交了报价：${price}` : `修改了报价：${price}`;
  const card = offerCard(demand, offer.id, version);
  await offerEvent(tx, { demand, user_id: offer.user_id, by: offer.user_id, type: no === 1 ? 'offer.made' : 'offer.changed', text, card });
}

/** A demand with its board and one of its offers, all held until the transaction ends. @throws AppError 404 */
export async function lockOffer(tx: TxCtx, offer_id: number): Promise<{ demand: DemandFacts; offer: OfferRow; offer_num: number }> {
  const seen = await findOffer(tx.db, offer_id);
  const demand = seen && (await lockDemand(tx.db, seen.demand_id));
  if (!seen || !demand) throw notFound('报价不存在');
  const { offer_num } = await lockBoard(tx.db, demand.id);
  return { demand, offer: (await findOffer(tx.db, offer_id)) as OfferRow, offer_num };
}

/**
 * Takes an own offer back; what was sealed stays sealed permanently. Without any offer left the demand is open again. Making an offer later is
 * another version of it. @throws AppError 404; 409 where it is not waiting
 */
export async function withdrawOffer(ctx: Ctx, offer_id: number): Promise<void> {
  const user_id = requireUser(ctx);
  await inTransaction(ctx, async (tx) => {
    const { demand, offer, offer_num } = await lockOffer(tx, offer_id);
    if (offer.user_id !== user_id) throw notFound('报价不存在');
    if (offer.state !== 'made') throw conflict(`这份${nounOf(demand)}现在不能撤回`);
    await setOffer(tx.db, offer.id, { state: 'withdrawn', short_listed: false, updated_at: tx.app.clock.now() });
    await setBoard(tx.db, demand.id, { offer_num: offer_num - 1 });
    const late = demand.closes_at !== null && tx.app.clock.now() >= demand.closes_at;
    if (offer_num === 1 && demand.state === 'choosing' && !late) {
      await moveDemand(tx, { id: demand.id, to: 'open', by: null, why: `${nounOf(demand)}已全部撤回` });
    }
    const now = await findNow(tx.db, offer.id);
    const sealed = now !== null && isSealed(now.now);
    const name = sealed ? '一位投标人' : (await publicUsers(tx, [user_id])).get(user_id).nickname;
    const key = `offer:${offer.id}:withdrawn:${offer.version}`;
    const noun = nounOf(demand);
    await tell(tx, [demand.owner_id], demand, {
      key,
      title: `一份${noun}已撤回`,
      content: `${name} 撤回了对「${demand.title}」的${noun}。`,
    });
    if (!sealed) await offerEvent(tx, { demand, user_id, by: user_id, type: 'offer.withdrawn', text: '撤回了报价' });
    await announceChange(tx, demand.id);
  });
}
