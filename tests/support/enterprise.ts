import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantShop, saveShop } from '#server/modules/shops/index.ts';
import { makePerson, type Person, type PersonWish, type Place } from './people.ts';

/** A user with a shop that staff certified: an enterprise. */
export async function makeEnterprise(place: Place, wish: PersonWish & { name?: string } = {}): Promise<Person> {
  const person = await makePerson(place, wish);
  const ctx = createCtx(place.app, person.actor, 'test');
  const { id } = await saveShop(ctx, {
    ...EMPTY_SHOP_FORM,
    name: wish.name ?? `云上会展${person.id}`,
    category: 201,
    province: 33,
    city: 3301,
  });
  await inTransaction(place.ctx(), (tx) => grantShop(tx, id, { is_vip: false, is_gold: true, labels: [] }));
  return person;
}
