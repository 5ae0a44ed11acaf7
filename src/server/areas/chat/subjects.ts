import type { ChatSubjectKind } from '#contract/chat.ts';
import { paths } from '#contract/paths.ts';
import type { Ctx } from '../../app/ctx.ts';
import { itemsById, kindOf } from '../../modules/catalog/index.ts';
import type { ChatSubject, SubjectFacts } from '../../modules/chat/index.ts';
import { hasOffered } from '../../modules/offers/index.ts';
import { getShop } from '../../modules/shops/index.ts';

/** Works, demands and jobs are items of the engine: who publishes one is asked about it. */
const itemSubject = (kind: ChatSubjectKind): ChatSubject => ({
  kind,
  async load(ctx, ids) {
    const items = await itemsById(ctx, ids);
    return new Map(
      [...items.values()].map((item): [number, SubjectFacts] => {
        const facts = kindOf(item.kind);
        const open = item.status === 'published';
        const path = open ? paths.detail(facts, item.id) : '';
        return [item.id, { title: item.title, noun: facts.noun, path, owner_id: item.publisher_id, open }];
      }),
    );
  },
});

const shopSubject: ChatSubject = {
  kind: 'shop',
  async load(ctx: Ctx, ids) {
    const shops = new Map<number, SubjectFacts>();
    for (const id of ids) {
      const shop = await getShop(ctx, id);
      if (shop) shops.set(id, { title: shop.card.name, path: paths.shop(id), owner_id: shop.owner_id, open: true });
    }
    return shops;
  },
};

/** `request` belongs to the area of requests. */
export const chatSubjects: readonly ChatSubject[] = [
  itemSubject('item'),
  // its owner asks a bidder
  { ...itemSubject('demand'), mayAsk: (ctx, demand_id, user_id) => hasOffered(ctx, demand_id, user_id) },
  itemSubject('job'),
  shopSubject,
];
