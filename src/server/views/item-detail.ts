import { type FieldValues, readerFields } from '#contract/fields.ts';
import type { AccessDecision, ItemDetail, ShownTerm, Term } from '#contract/item.ts';
import { type KindFacts, likeType } from '#contract/kinds.ts';
import { AppMemory } from '../app/app-memory.ts';
import { type App, type Ctx, userId } from '../app/ctx.ts';
import { notFound } from '../kernel/errors.ts';
import { closeObject, openObject, WrittenJson } from '../kernel/written-json.ts';
import { accessFlags, decide, isMember, memberUnlocks, priceFields, UNLIMITED } from '../modules/access/index.ts';
import { offersAd } from '../modules/ads/index.ts';
import { chosenFacets, getShownItem, type Item, kindOf, markCountersOf } from '../modules/catalog/index.ts';
import { viewerFlags } from '../modules/engagement/index.ts';
import { fieldsOf, publicPart } from './item-public.ts';
import { ownFields, readerPart } from './library.ts';

/** What is the same for everybody, cached this long in the process; a changed item is dropped at once (`item.changed`). */
const KEPT_MS = 5_000;
const KEPT_MOST = 2_000;

/** What differs between readers; everything else of the detail is the item's. */
type ReaderField =
  | 'is_download'
  | 'is_lock'
  | 'is_ad'
  | 'collect_num'
  | 'like_num'
  | 'is_collect'
  | 'is_like'
  | 'is_follow'
  | 'is_vip'
  | 'vip_price'
  | 'vip_discount'
  | 'show_vip_price'
  | 'last_lock_num'
  | 'voucher_num'
  | 'is_mine'
  | 'reader_fields'
  | 'access';

interface SharedPart {
  item: Item;
  /** Values of the kind's own fields, those for signed-in readers among them. */
  fields: FieldValues;
  /** The fields that are the same for everybody, as JSON that goes on with the reader's. */
  json: Uint8Array;
}

const kept = new AppMemory<number, Promise<SharedPart | null>>({ max: KEPT_MOST, ttl_ms: KEPT_MS });

/**
 * The detail call of a kind: the public part and what this reader has and may, by the specification's field names (spec 3 and 4). The shared part
 * costs no query and no writing while it is cached; the reader's part is asked again each time, by the clock of this moment.
 * @throws AppError 404 for what is not there, and for drafts and held schemes of other people
 */
export async function itemDetailJson(ctx: Ctx, kind: KindFacts, id: number): Promise<WrittenJson> {
  const shared = await sharedPart(ctx, id);
  if (shared?.item.kind !== kind.code) throw notFound();
  const { item, fields, json } = shared;
  const user_id = userId(ctx);
  const access = await readerAccess(ctx, item, user_id);
  if (item.status !== 'published' && !access.decision.allowed) throw notFound();
  const { decision, flags, is_member, unlocks, collect_num, like_num } = access;
  const { vip_price, vip_discount, show_vip_price } = priceFields(kind, item, is_member);
  const own: Pick<ItemDetail, ReaderField> = {
    ...accessFlags(decision, unlocks),
    collect_num,
    like_num,
    is_collect: flag(flags.is_collect),
    is_like: flag(flags.is_like),
    is_follow: flag(flags.is_follow),
    is_vip: flag(is_member),
    vip_price,
    vip_discount,
    show_vip_price,
    last_lock_num: unlocks,
    access: decision,
    reader_fields: user_id === null ? {} : readerFields(kind, fields),
  };
  return new WrittenJson([json, closeObject({ ...own, ...(await readerPart(ctx, kind, { ...item, collect_num, like_num }, user_id)) })]);
}

/** Drops what this process keeps of an item. */
export function forgetItemDetail(app: App, id: number): void {
  kept.delete(app, id);
}

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);
const NO_UNLOCKS = { all: 0, last: -1 };
const NO_FLAGS = { is_collect: false, is_follow: false, is_like: false };

interface ReaderPart {
  decision: AccessDecision;
  flags: typeof NO_FLAGS;
  is_member: boolean;
  unlocks: { all: number; last: number };
  /** With this reader's own press; visitors have none, and read the shared ones. */
  collect_num: number;
  like_num: number;
}

async function readerAccess(ctx: Ctx, item: Item, user_id: number | null): Promise<ReaderPart> {
  if (user_id === null) {
    const { collect_num, like_num } = item;
    return { decision: await decide(ctx, item, null), flags: NO_FLAGS, is_member: false, unlocks: NO_UNLOCKS, collect_num, like_num };
  }
  const kind = kindOf(item.kind);
  const { types } = kind;
  const [decision, flags, is_member, counters] = await Promise.all([
    decideWithAd(ctx, item, user_id),
    viewerFlags(ctx, {
      user_id,
      type: types.collect ?? 0,
      like_type: likeType(kind),
      rid: item.id,
      publisher_id: item.publisher_id,
    }),
    isMember(ctx, item, user_id),
    markCountersOf(ctx, item.id),
  ]);
  return { ...counters, decision, flags, is_member, unlocks: await unlocksOf(ctx, item, user_id, decision, is_member) };
}

/** An advertisement is no matter of rights: the settings say which items it opens, and it stands last among the offers. */
async function decideWithAd(ctx: Ctx, item: Item, user_id: number): Promise<AccessDecision> {
  const decision = await decide(ctx, item, user_id);
  if (decision.allowed || !(await offersAd(ctx, item))) return decision;
  return { ...decision, offers: [...decision.offers, { kind: 'ad' }] };
}

async function unlocksOf(ctx: Ctx, item: Item, user_id: number, decision: AccessDecision, is_member: boolean) {
  if (!item.vip_only || !is_member) return NO_UNLOCKS;
  if (decision.allowed) return memberUnlocks(ctx, item, user_id);
  const offer = decision.offers.find(({ kind }) => kind === 'member_unlock' || kind === 'tomorrow');
  if (offer?.kind === 'member_unlock') return { all: offer.all, last: offer.last };
  return offer?.kind === 'tomorrow' ? { all: offer.limit, last: -1 } : { all: UNLIMITED, last: UNLIMITED };
}

function sharedPart(ctx: Ctx, id: number): Promise<SharedPart | null> {
  // only what is published is cached: a draft changes under its publisher's hands
  return kept.share(
    ctx.app,
    id,
    () => readShared(ctx, id),
    (shared) => shared?.item.status === 'published',
  );
}

async function readShared(ctx: Ctx, id: number): Promise<SharedPart | null> {
  const shown = await getShownItem(ctx, id);
  if (!shown) return null;
  const { item, terms } = shown;
  const part = await publicPart(ctx, shown);
  const plain = (term_id: number | null): Term[] => {
    const term = term_id === null ? undefined : terms.get(term_id);
    return term ? [{ id: term.id, name: term.name, icon: term.icon, item_num: term.item_num }] : [];
  };
  const children = plain(item.category_sub_id);
  const category_two = plain(item.category_id).map((term) => (children.length > 0 ? { ...term, children } : term));
  const { vip_only, collect_num: _collects, like_num: _likes, ...rest } = part;
  const { releaser } = part;
  const kind = kindOf(item.kind);
  const chosen = chosenFacets(kind).map(({ key, label }): [string, ShownTerm] => {
    const term = part.terms.find((one) => one.key === key);
    return [
      key,
      term
        ? [
            { id: 0, name: label },
            { id: term.id, name: term.name },
          ]
        : [],
    ];
  });
  const everybodys: Omit<ItemDetail, ReaderField> = {
    ...rest,
    // pages of a draft have no public copies, so none are named
    ...(item.status === 'published' ? {} : { imgs: [], video: null }),
    vip_only: flag(vip_only),
    type: flag(item.file_size_bytes > 0),
    cover_img: part.cover?.src ?? '',
    uid: releaser.uid,
    ...Object.fromEntries(chosen),
    category_two,
    user: { id: releaser.uid, nickname: releaser.nickname, headimgurl: releaser.headimgurl, fans_num: releaser.follow_num },
    ...(await ownFields(ctx, kind, part)),
  };
  return { item, fields: await fieldsOf(ctx, kind, item), json: openObject(everybodys) };
}
