import type { OwnPage } from '#contract/center.ts';
import type { ItemFilter, PriceFilter } from '#contract/item.ts';
import type { KindFacts } from '#contract/kinds.ts';
import { isPriceBand, PRICE_BANDS } from '#contract/price-bands.ts';
import { SUBSCRIPTIONS_MAX, type SubscribeInput, type SubscriptionRow } from '#contract/subscription.ts';
import { type Ctx, inTransaction, requireUser } from '../../app/ctx.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { allKinds, facetsOf, kindOf, ownFacets, termsById } from '../catalog/index.ts';
import { countOfUser, deleteSubscription, findOfUser, findSame, insertSubscription, lockSubscriber } from './repo.ts';
import { filterAddress, plainWords } from './rules.ts';

const PRICES = { all: '', free: '免费', paid: '付费', vip: '会员' } as const;
const priceName = (price: PriceFilter): string => (isPriceBand(price) ? PRICE_BANDS[price].name : PRICES[price]);

/**
 * The reader is notified of new works that this filter finds. Again is the same subscription.
 * @throws AppError code 1 for a kind or a term that is not there, 409 when they have as many as one may have
 */
export async function subscribe(ctx: Ctx, input: SubscribeInput): Promise<{ id: number; is_new: boolean }> {
  const user_id = requireUser(ctx);
  const kind = allKinds().find(({ key }) => key === input.kind);
  if (!kind) throw invalid({ kind: '种类无效' });
  const filter = await knownFilter(ctx, kind, input);
  const keyword = plainWords(input.keyword ?? '');
  const codes = facetsOf(filter.chosen).toSorted((a, b) => a - b);
  const values = {
    ...{ user_id, kind: kind.code, codes, keyword, code: codes.at(-1) ?? 0 },
    ...{ filter: { ...filter.chosen, ...(keyword === '' ? {} : { keyword: input.keyword?.trim() }) } },
    title: [kind.noun, ...filter.names, ...(keyword === '' ? [] : [`“${input.keyword?.trim()}”`])].join(' · '),
    created_at: ctx.app.clock.now(),
  };
  return inTransaction(ctx, async (tx) => {
    await lockSubscriber(tx.db, user_id);
    const same = await findSame(tx.db, values);
    if (same !== null) return { id: same, is_new: false };
    if ((await countOfUser(tx.db, user_id)) >= SUBSCRIPTIONS_MAX) throw conflict(`最多订阅 ${SUBSCRIPTIONS_MAX} 个，请先取消一些`);
    const id = await insertSubscription(tx.db, values);
    return { id: id ?? 0, is_new: true };
  });
}

/** The filter without what the kind does not know, and how people read it. @throws AppError code 1 for a term that is not the kind's */
async function knownFilter(
  ctx: Ctx,
  kind: KindFacts,
  { cid, cid2, tag, terms = {}, price, format }: SubscribeInput,
): Promise<{ chosen: ItemFilter; names: string[] }> {
  const own = ownFacets(kind).flatMap(({ key }): Array<[string, number]> => {
    const id = terms[key];
    return id === undefined ? [] : [[key, id]];
  });
  const wanted = { category: [cid, cid2], tag: [tag], ...Object.fromEntries(own.map(([key, id]) => [key, [id]])) };
  const ids = Object.values(wanted).flatMap((some) => some.flatMap((id) => id ?? []));
  const found = await termsById(ctx, ids);
  for (const [facet, some] of Object.entries(wanted)) {
    if (some.some((id) => id !== undefined && found.get(id)?.facet !== facet)) throw invalid({ [facet]: '筛选项不存在' });
  }
  if (format !== undefined && !kind.formats.includes(format)) throw invalid({ format: '格式无效' });
  const priced = kind.sale && price !== 'all' ? price : undefined;
  const name = (id: number | undefined) => (id === undefined ? [] : (found.get(id)?.name ?? []));
  const names = [
    name(cid2 ?? cid),
    ...own.map(([, id]) => name(id)),
    name(tag),
    priced ? priceName(priced) : [],
    format?.toUpperCase() ?? [],
  ];
  const chosen: ItemFilter = {
    ...(cid === undefined ? {} : { cid }),
    ...(cid2 === undefined ? {} : { cid2 }),
    ...(tag === undefined ? {} : { tag }),
    ...(own.length > 0 ? { terms: Object.fromEntries(own) } : {}),
    ...(priced ? { price: priced } : {}),
    ...(format === undefined ? {} : { format }),
  };
  return { chosen, names: names.flat() };
}

/** Ends one of the reader's own subscriptions. @throws AppError 404 for those of others */
export async function cancelSubscription(ctx: Ctx, id: number): Promise<void> {
  if (!(await deleteSubscription(ctx.db, requireUser(ctx), id))) throw notFound('订阅不存在');
}

/** The reader's own, the newest first. */
export async function subscriptionsOf(ctx: Ctx, { page, limit }: { page: number; limit: number }): Promise<OwnPage<SubscriptionRow>> {
  const user_id = requireUser(ctx);
  const rows = await findOfUser(ctx.db, user_id, (page - 1) * limit, limit);
  const list = rows.map(({ id, kind, title, filter, created_at }) => {
    const facts = kindOf(kind);
    return { id, kind: facts.key, title, href: filterAddress(facts, filter), create_time: unixSeconds(created_at) };
  });
  return { list, total: await countOfUser(ctx.db, user_id), page, limit };
}
