import type { ItemCard } from '#contract/item.ts';
import { pageUnit } from '#contract/kinds.ts';
import type { Ctx } from '../../../app/ctx.ts';
import { yuan } from '../../../kernel/money.ts';
import { publicUsers } from '../../identity/index.ts';
import { kindOf } from '../kinds/registry.ts';
import { publicPicture } from '../read-item.ts';
import { cardFacts } from './card-facts.ts';
import { cardRows } from './repo.ts';

/** Cards of published items of any kind in the order of `ids`; ids that are not published or do not exist are left out. */
export async function itemCards(ctx: Ctx, ids: number[]): Promise<ItemCard[]> {
  const rows = await cardRows(ctx.db, ids);
  const [users, facts_of] = await Promise.all([publicUsers(ctx, [...new Set(rows.map((row) => row.publisher_id))]), cardFacts(ctx, rows)]);
  const cards = new Map<number, ItemCard>();
  for (const { kind, publisher_id, price_fen, cover_key, cover_width, cover_height, cover_focus, ...row } of rows) {
    const user = users.get(publisher_id);
    const facts = kindOf(kind);
    cards.set(row.id, {
      ...row,
      ...facts_of.get(row.id),
      kind: facts.key,
      unit: pageUnit(facts),
      price: yuan(price_fen),
      cover: cover_key === '' ? null : publicPicture(cover_key, cover_width, cover_height, { focus: cover_focus }),
      user: { id: publisher_id, nickname: user.nickname, headimgurl: user.headimgurl },
    });
  }
  return ids.flatMap((id) => cards.get(id) ?? []);
}
