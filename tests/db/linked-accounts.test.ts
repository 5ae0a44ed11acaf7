import { expect, it } from 'vitest';
import { contact_unlocks } from '#server/modules/contacts/tables.ts';
import { refuseOwn } from '#server/modules/countersign/index.ts';
import { employees } from '#server/modules/employees/tables.ts';
import { accountMobile, areLinked, linkedAmong, linksBetween, tracesOf } from '#server/modules/identity/index.ts';
import { user_devices } from '#server/modules/identity/tables.ts';
import { testApp } from '../support/app.ts';
import { makePerson, type Person } from '../support/item-world.ts';

const t = testApp();

async function signIn(user_id: number, device_hash: string): Promise<void> {
  const at = t.clock.now();
  await t.app.db.insert(user_devices).values({ user_id, device_hash, first_at: at, last_at: at });
}

const employ = (enterprise: Person, who: Person, state: 'active' | 'invited' | 'left') =>
  t.app.db.insert(employees).values({ enterprise_id: enterprise.id, user_id: who.id, rights: [], state });

it('T1 accounts with a browser, a phone or a company in common are one, by one rule for any number', async () => {
  const me = await makePerson(t);
  const [beside, caller, boss, colleague] = [await makePerson(t), await makePerson(t), await makePerson(t), await makePerson(t)];
  const [asked, left, stranger] = [await makePerson(t), await makePerson(t), await makePerson(t)];
  await signIn(me.id, `browser-${me.id}`);
  await signIn(beside.id, `browser-${me.id}`);
  const mobile = (await accountMobile(t.ctx(), me.id)) as string;
  const at = { created_at: t.clock.now(), expires_at: t.clock.now() };
  await t.app.db
    .insert(contact_unlocks)
    .values({ user_id: caller.id, item_id: 1, unlock_no: `C${caller.id}`, paid_by: 'free', caller_number: mobile, ...at });
  await employ(boss, me, 'active');
  await employ(boss, colleague, 'active');
  await employ(boss, asked, 'invited');
  await employ(boss, left, 'left');

  const others = [beside, caller, boss, colleague, asked, left, stranger].map(({ id }) => id);
  expect(await linkedAmong(t.ctx(), me.id, [...others, me.id])).toEqual(new Set([beside.id, caller.id, boss.id, colleague.id, me.id]));
  const why = async (other: Person) => [...(await linksBetween(t.ctx(), me.id, other.id))];
  expect([await why(beside), await why(caller), await why(boss), await why(colleague), await why(asked)]).toEqual([
    ['device'],
    ['phone'],
    ['company'],
    ['company'],
    [],
  ]);
  expect([await areLinked(t.ctx(), stranger.id, me.id), await areLinked(t.ctx(), me.id, me.id)]).toEqual([false, true]);
  await expect(refuseOwn(t.ctx(colleague.actor), [me.id])).rejects.toMatchObject({ status: 403 });
  await refuseOwn(t.ctx(stranger.actor), [me.id]);
  // a phone is no trace in words
  expect((await tracesOf(t.ctx(), me.id)).join()).not.toContain(mobile);
});
