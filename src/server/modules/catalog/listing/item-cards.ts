import type { ItemCard } from '#contract/item.ts';
import { jobPayText } from '#contract/job.ts';
import { KINDS, pageUnit } from '#contract/kinds.ts';
import { opinionMean } from '#contract/opinion.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { assert } from '../../../kernel/assert.ts';
import { yuan } from '../../../kernel/money.ts';
import { publicUsers } from '../../identity/index.ts';
import { findOwnFields } from '../kinds/own-fields.repo.ts';
import { kindOf } from '../kinds/registry.ts';
import { publicPicture } from '../read-item.ts';
import { findTermsById } from '../terms/repo.ts';
import { type CardRow, cardBelongings, cardRows } from './repo.ts';

/** Names and certificates of shops, by id: they belong to a module above this one. */
export type CardShops = (ctx: Ctx, ids: readonly number[]) => Promise<Map<number, NonNullable<ItemCard['shop']>>>;
let shops: CardShops | null = null;

/** Called once while the areas are put together. */
export function registerCardShops(find: CardShops): void {
  assert(shops === null || shops === find, 'shops of cards are registered twice');
  shops = find;
}

/** What cards of a kind say in place of a term's name, by item and facet: known to a module above this one. */
export type CardWords = (ctx: Ctx, ids: readonly number[]) => Promise<Map<number, Readonly<Record<string, string>>>>;
const words = new Map<number, CardWords>();
export const registerCardWords = (kind: number, find: CardWords) => words.set(kind, find);

/** What cards of suppliers' works say beside a title: whose shop, where, how it is priced, for whom. Other kinds cost nothing. */
async function cardFacts(ctx: Ctx, rows: readonly CardRow[]): Promise<Map<number, Pick<ItemCard, 'shop' | 'facts'>>> {
  const ids = rows.filter(({ kind }) => kindOf(kind).card).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const belongings = await cardBelongings(ctx.db, ids);
  const idsOf = (code: number) => rows.flatMap(({ id, kind }) => (kind === code ? id : []));
  const [found, terms, fields, ...said_of] = await Promise.all([
    shops?.(
      ctx,
      belongings.flatMap(({ shop_id }) => shop_id ?? []),
    ),
    findTermsById(ctx.db, [...new Set(belongings.flatMap(({ term_ids }) => term_ids.map(Number)))]),
    findOwnFields(ctx.db, ids),
    ...[...words].map(([code, find]) => find(ctx, idsOf(code))),
  ]);
  const facts = belongings.map(({ id, kind, shop_id, term_ids }): [number, Pick<ItemCard, 'shop' | 'facts'>] => {
    const { card } = kindOf(kind);
    const exact = said_of.find((of) => of.has(id))?.get(id);
    const carried = (facet: string) =>
      exact?.[facet] ?? terms.find((term) => term.facet === facet && term_ids.some((one) => Number(one) === term.id))?.name;
    const pay = kind === KINDS.job.code ? [jobPayText(fields.get(id)?.fields ?? {})] : [];
    const said = [...pay, ...(card?.facets ?? []).map(carried), ...(card?.fields ?? []).map((key) => fields.get(id)?.fields[key])];
    const shop = shop_id === null ? undefined : found?.get(shop_id);
    return [id, { ...(shop ? { shop } : {}), facts: said.flatMap((one) => (typeof one === 'string' && one !== '' ? [one] : [])) }];
  });
  return new Map(facts);
}

/** Cards of published items of any kind in the order of `ids`; ids that are not published or do not exist are left out. */
export async function itemCards(ctx: Ctx, ids: number[]): Promise<ItemCard[]> {
  const rows = await cardRows(ctx.db, ids);
  const [users, facts_of] = await Promise.all([publicUsers(ctx, [...new Set(rows.map((row) => row.publisher_id))]), cardFacts(ctx, rows)]);
  const cards = new Map<number, ItemCard>();
  for (const { kind, publisher_id, price_fen, cover_key, cover_width, cover_height, cover_focus, rating_score, ...row } of rows) {
    const user = users.get(publisher_id);
    const facts = kindOf(kind);
    cards.set(row.id, {
      ...row,
      ...facts_of.get(row.id),
      ...(rating_score > 0 ? { rating: opinionMean(rating_score) } : {}),
      kind: facts.key,
      unit: pageUnit(facts),
      price: yuan(price_fen),
      cover: cover_key === '' ? null : publicPicture(cover_key, cover_width, cover_height, { focus: cover_focus }),
      user: { id: publisher_id, nickname: user.nickname, headimgurl: user.headimgurl },
    });
  }
  return ids.flatMap((id) => cards.get(id) ?? []);
}
