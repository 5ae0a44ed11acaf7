import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { createCtx } from '#server/app/ctx.ts';
import { askAbout, sendMessage } from '#server/modules/chat/index.ts';
import { CLOSED_NAME, publicUsers } from '#server/modules/identity/index.ts';
import { users } from '#server/modules/identity/tables.ts';
import { testApp } from '../support/app.ts';
import { makeItem } from '../support/market.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();

it('B1 who calls themselves 已注销用户 is answered; who closed the account is not', async () => {
  const [asker, owner] = [await makePerson(t), await makePerson(t)];
  const as = (person: Person) => createCtx(t.app, person.actor, 'test');
  const { id } = await askAbout(as(asker), { kind: 'item', id: await makeItem(t, owner.id) });
  const say = (person: Person, text: string) =>
    sendMessage(as(person), { id, client_id: `client-${text}`, type: 'text', text, file_id: 0, item_id: 0, price: null, confirmed: false });
  await say(asker, '您好');
  await say(owner, '您好，请讲');
  const rename = (nickname: string, closed_at: Date | null) =>
    t.app.db
      .update(users)
      .set({ nickname, closed_at, blocked: closed_at !== null })
      .where(eq(users.id, owner.id));
  await rename('已注销用户', null);
  await say(asker, '收到吗');
  await rename('王策划', t.clock.now());
  await expect(say(asker, '还在吗')).rejects.toThrow('对方已注销账号');
  await rename('王策划', null);
});

it('each account asked for has a face: one that is gone or never was is closed, a name does not close one', async () => {
  const [open, gone] = [await makePerson(t), await makePerson(t)];
  await t.app.db.update(users).set({ nickname: CLOSED_NAME }).where(eq(users.id, open.id));
  await t.app.db.update(users).set({ closed_at: t.clock.now() }).where(eq(users.id, gone.id));
  const never = 999_999_999;
  const people = await publicUsers(t.ctx(), [open.id, gone.id, never, never]);
  expect([open.id, gone.id, never].map((id) => people.get(id).closed)).toEqual([false, true, true]);
  expect(people.get(never)).toMatchObject({ id: never, nickname: CLOSED_NAME, headimgurl: '', works_num: 0 });
  expect(() => people.get(7)).toThrow('was not asked for');
});
