import type { ItemDetail, ItemPublic, RelatedItem } from '#contract/item.ts';
import { KINDS, type KindCalls, type KindFacts } from '#contract/kinds.ts';
import { EMPTY_SHOP_FORM, type ShopCard, type ShopForm } from '#contract/shop.ts';
import { shownFields } from '#contract/shown-fields.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { extendMembership } from '#server/modules/membership/index.ts';
import { saveShop } from '#server/modules/shops/index.ts';
import { itemScreenAt } from '#server/views/item-screen.ts';
import { resourceScreenAt } from '#server/views/resource-screen.ts';
import { caseScreenAt, shopScreen } from '#server/views/shop-screens.ts';
import type { TestApp } from './app.ts';
import { type ItemWish, makeItem, settleOutbox } from './catalog.ts';
import { makePerson, type Person } from './people.ts';

const { ppt, sample, design, resource, resource_case, supplier_case } = KINDS;
export const KIND_OF = { ppt, sample, design, resource, resource_case, supplier_case } as const;
export type KindColumn = keyof typeof KIND_OF;

/** Kinds have fields of their own beside those of all; those are looked at by name. */
type Detail = Partial<ItemDetail> & Record<string, unknown>;

const FIELDS: Partial<Record<KindColumn, NonNullable<ItemWish['details']>>> = {
  sample: { fields: { theme: '向光而行', start_time: '2026-03-01', end_time: '2026-03-01', album: '1' } },
  design: { fields: { type: '1', color_mode: 'CMYK', file_format: 'PSD' } },
  resource: { fields: { price: '12345', price_max: '12345', supplement: [{ key: '最多可容纳人数', value: '800 人' }] } },
  supplier_case: {
    fields: { custom_name: '山海汽车', start_time: '2026-05-01', end_time: '2026-05-01', price: '12345', max_price: '12000' },
  },
};

/** One published work of every kind, in the shop of its owner where the kind stands in shops, and what asks for them. */
export async function growKindWorks(t: TestApp) {
  const [owner, reader] = await Promise.all([makePerson(t, { nickname: '西溪场地' }), makePerson(t)]);
  const shop_id = await openShop(owner, {});
  const works = new Map<KindColumn, number>();
  const visitor = () => t.ctx({ kind: 'visitor', address: '127.0.0.1' });

  async function openShop(person: Person, change: Partial<ShopForm>): Promise<number> {
    const form = { ...EMPTY_SHOP_FORM, name: '西溪场地', category: 104, province: 33, city: 3301, ...change };
    return (await saveShop(createCtx(t.app, person.actor, 'test'), form)).id;
  }

  function make(column: KindColumn, change: ItemWish = {}): Promise<number> {
    const kind: KindFacts = KIND_OF[column];
    return makeItem(t.ctx(), {
      kind,
      publisher_id: owner.id,
      title: `${kind.noun} 西溪`,
      page_texts: ['一', '二', '三'],
      tags: ['年会', '国潮'],
      ...(kind.shop ? { shop_id } : {}),
      ...(FIELDS[column] ? { details: FIELDS[column] } : {}),
      ...change,
    });
  }

  function detail(column: KindColumn, of: number | string, person?: Person) {
    const call = KIND_OF[column].calls.detail;
    return t.call<Detail>('GET', call.path, { query: { [call.id]: of }, ...(person ? { token: person.token } : {}) });
  }

  async function related(column: KindColumn, of: number, page = 1) {
    const call: KindCalls['related'] = KIND_OF[column].calls.related;
    const wanted = { [call.id]: of, [call.page ?? 'page']: page, [call.size ?? 'limit']: call.limit };
    return (await t.call<{ list: RelatedItem[] }>('GET', call.path, { query: wanted })).body;
  }

  /** The page at this address as everybody sees it; null: it leads to the kind's `missing`. */
  async function screen(
    column: KindColumn | 'shop',
    of: number | string,
  ): Promise<{ item: ItemPublic | null; shop: ShopCard | null } | null> {
    if (column === 'shop') {
      const found = /^[1-9]\d*$/.test(String(of)) ? await shopScreen(visitor(), Number(of), { tab: 0, page: 1 }) : null;
      return found && { item: null, shop: found.shop };
    }
    const kind: KindFacts = KIND_OF[column];
    const url = new URL(`http://x${kind.paths.detail}?id=${of}`);
    if (!kind.shop) {
      const found = await itemScreenAt(visitor(), kind, url);
      return found && { item: found.item, shop: null };
    }
    const found = column === 'resource' ? await resourceScreenAt(visitor(), url) : await caseScreenAt(visitor(), kind, url);
    return found && { item: found.screen.item, shop: found.shop };
  }

  const id = (column: KindColumn) => works.get(column) ?? 0;

  async function shown(column: KindColumn, of = id(column)): Promise<ItemPublic> {
    const item = (await screen(column, of))?.item;
    if (!item) throw new Error(`no page of ${column} ${of}`);
    return item;
  }

  /** The lines of the kind's own fields, by their names. */
  async function facts(column: KindColumn, of = id(column)): Promise<Record<string, string>> {
    const kind: KindFacts = KIND_OF[column];
    return Object.fromEntries(shownFields(kind, (await shown(column, of)).fields).facts.map(({ key, value }) => [key, value]));
  }

  /** A member of this type, `limit` unlocks a day; 0: without limit. */
  async function member(vip_type: number, limit = 0): Promise<Person> {
    const person = await makePerson(t);
    await inTransaction(t.ctx(), (tx) => extendMembership(tx, { user_id: person.id, vip_type, days: 30, max_download_pre_day: limit }));
    return person;
  }

  for (const column of Object.keys(KIND_OF) as KindColumn[]) works.set(column, await make(column));
  await settleOutbox(t.ctx());
  return { owner, reader, shop_id, visitor, openShop, make, id, detail, related, screen, shown, facts, member };
}

export type KindWorks = Awaited<ReturnType<typeof growKindWorks>>;
