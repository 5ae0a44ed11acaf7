import { expect, it } from 'vitest';
import type { EmployeeRight } from '#contract/employee.ts';
import type { OwnStaff } from '#contract/outputs/employee.ts';
import { createCtx } from '#server/app/ctx.ts';
import {
  actsFor,
  answerInvitation,
  employeeActs,
  inviteEmployee,
  leaveEnterprise,
  ownStaff,
  removeEmployee,
  setEmployeeRights,
} from '#server/modules/employees/index.ts';
import { setBan } from '#server/modules/identity/index.ts';
import { noticesOf } from '#server/modules/notices/index.ts';
import { testApp } from '../support/app.ts';
import { makeEnterprise } from '../support/enterprise.ts';
import { makePerson, type Person } from '../support/people.ts';

const t = testApp();
const as = (person: Person) => createCtx(t.app, person.actor, 'test');
let phone = 15_800_000_000;

async function employ(owner: Person, rights: EmployeeRight[]): Promise<{ person: Person; id: number }> {
  const mobile = String(++phone);
  const person = await makePerson(t, { mobile });
  const id = await inviteEmployee(as(owner), { mobile, rights });
  await answerInvitation(as(person), id, true);
  return { person, id };
}

it('P-080 rights count from accepting on, only those that were given, and end at once', async () => {
  const owner = await makeEnterprise(t);
  const mobile = String(++phone);
  const person = await makePerson(t, { mobile });
  const may = (right: EmployeeRight) => actsFor(t.app.db, person.id, owner.id, right);
  const id = await inviteEmployee(as(owner), { mobile, rights: ['publish', 'recruit'] });
  expect(await may('publish')).toBe(false);
  expect((await noticesOf(as(person), { only_unread: false, page: 1, limit: 5 })).list[0]?.title).toContain('邀请您成为员工');
  await answerInvitation(as(person), id, true);
  expect([await may('publish'), await may('recruit'), await may('orders'), await may('money')]).toEqual([true, true, false, false]);
  await setEmployeeRights(as(owner), id, ['orders']);
  expect([await may('publish'), await may('orders')]).toEqual([false, true]);
  await leaveEnterprise(as(person), id);
  expect(await may('orders')).toBe(false);
  expect(await actsFor(t.app.db, owner.id, owner.id, 'money')).toBe(true);
  await expect(leaveEnterprise(as(person), id)).rejects.toMatchObject({ status: 409 });
  // may be invited again
  expect(await inviteEmployee(as(owner), { mobile, rights: ['money'] })).toBeGreaterThan(id);
});

it('nobody acts for an enterprise whose account was blocked', async () => {
  const owner = await makeEnterprise(t);
  const { person } = await employ(owner, ['publish']);
  const staff = await makePerson(t, { roles: ['operator'] });
  await setBan(as(staff), { user_id: owner.id, banned: true, reason: '虚假招聘' });
  expect(await actsFor(t.app.db, person.id, owner.id, 'publish')).toBe(false);
  await setBan(as(staff), { user_id: owner.id, banned: false, reason: '申诉成立' });
  expect(await actsFor(t.app.db, person.id, owner.id, 'publish')).toBe(true);
});

it('only a verified enterprise invites, only accounts, nobody twice and never oneself', async () => {
  const somebody = await makePerson(t);
  await expect(inviteEmployee(as(somebody), { mobile: '13900000001', rights: ['publish'] })).rejects.toMatchObject({ status: 403 });
  const own = String(++phone);
  const owner = await makeEnterprise(t, { mobile: own });
  const invite = (mobile: string) => inviteEmployee(as(owner), { mobile, rights: ['publish'] });
  await expect(invite('13900000999')).rejects.toMatchObject({ fields: { mobile: expect.stringContaining('还没有注册') } });
  await expect(invite(own)).rejects.toMatchObject({ fields: { mobile: '不能邀请自己' } });
  const mobile = String(++phone);
  const person = await makePerson(t, { mobile });
  const id = await invite(mobile);
  await expect(invite(mobile)).rejects.toMatchObject({ status: 409 });
  await expect(answerInvitation(as(somebody), id, true)).rejects.toMatchObject({ status: 404 });
  await expect(removeEmployee(as(person), id)).rejects.toMatchObject({ status: 404 });
  await removeEmployee(as(owner), id);
  await expect(answerInvitation(as(person), id, true)).rejects.toMatchObject({ status: 409 });
});

it('a call in the name of an enterprise is the enterprise, leaves a row, and is refused from the moment of leaving', async () => {
  const owner = await makeEnterprise(t);
  const { person, id } = await employ(owner, ['publish']);
  const headers = { enterprise: String(owner.id) };
  const shop = { ...{ title: '城市灯光节执行', draft_key: 'employee-draft-1', action: 'draft' } };
  const saved = await t.call<{ id: number }>('POST', '/activity/activityCase/index', { token: person.token, headers, body: shop });
  expect(saved.body).toMatchObject({ code: 0 });
  const mine = await t.call<{ list: Array<{ id: number }> }>('GET', '/activity/activityCase/index', { token: owner.token });
  expect(mine.body.data.list.map((row) => row.id)).toEqual([saved.body.data.id]);
  expect(await employeeActs(as(owner), { before: null, limit: 9 })).toMatchObject([{ act: expect.stringContaining('供应商案例') }]);
  // a right that was not given, an enterprise that is none of theirs, a call that knows no such header
  expect((await t.call('GET', '/user/wallet/index', { token: person.token, headers })).status).not.toBe(200);
  const foreign = { enterprise: String(owner.id + 999) };
  expect((await t.call('GET', '/activity/activityCase/index', { token: person.token, headers: foreign })).status).toBe(403);
  const withdrawal = { amount: 10, method: 'alipay', name: '张三', account: '13800138000', idempotency_key: 'employee-1' };
  const pressed = await t.call('POST', '/user/withdrawal', { token: person.token, headers, body: withdrawal });
  expect([pressed.status, pressed.body.msg]).toEqual([403, '员工不能以企业名义进行这项操作']);
  const own = await t.call<OwnStaff>('GET', '/user/staff', { token: person.token, headers });
  expect(own.body.data.employers[0]).toMatchObject({ enterprise_id: owner.id, rights: ['publish'], state: 'active' });
  await leaveEnterprise(as(person), id);
  expect((await t.call('POST', '/activity/activityCase/index', { token: person.token, headers, body: shop })).status).toBe(403);
  expect((await ownStaff(as(owner))).employees[0]).toMatchObject({ state: 'left' });
});
