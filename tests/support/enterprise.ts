import { EMPTY_SHOP_FORM } from '#contract/shop.ts';
import { type Ctx, createCtx, inTransaction } from '#server/app/ctx.ts';
import { grantShop, saveShop } from '#server/modules/shops/index.ts';
import { makePerson, type Person, type PersonWish, type Place } from './people.ts';

/** A user with a shop that staff certified: an enterprise. */
export async function makeEnterprise(place: Place, wish: PersonWish & { name?: string } = {}): Promise<Person> {
  const person = await makePerson(place, wish);
  await certify(place, { ...person, ctx: createCtx(place.app, person.actor, 'test') }, wish.name);
  return person;
}

/** Somebody becomes an enterprise: they have a shop that staff certified. */
export async function certify(place: Place, person: { id: number; ctx: Ctx }, name = `云上会展${person.id}`): Promise<void> {
  const { id } = await saveShop(person.ctx, {
    ...EMPTY_SHOP_FORM,
    name,
    category: 201,
    province: 33,
    city: 3301,
  });
  await inTransaction(place.ctx(), (tx) => grantShop(tx, id, { is_vip: false, is_gold: true, labels: [] }));
}
