import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { CONSENT_TEXTS } from '#contract/consent.ts';
import { KINDS } from '#contract/kinds.ts';
import { createCtx } from '#server/app/ctx.ts';
import { shanghaiDay } from '#server/kernel/clock.ts';
import { leaveFootprint } from '#server/modules/engagement/index.ts';
import { ageGate, dueConsents, noteConsents, notePaidTexts } from '#server/modules/privacy/index.ts';
import { setSetting } from '#server/modules/settings/index.ts';
import { rollUpDay } from '#server/modules/tracking/index.ts';
import { staffUser } from '#server/views/admin/staff-user.ts';
import { testApp } from '../support/app.ts';
import { codeFor, newMobile, PASSWORD, registerUser } from '../support/identity.ts';
import { makePerson } from '../support/people.ts';

const t = testApp();
type Own = Array<{ name: string; is_given: boolean; way: string; version: number }>;
const logged = async (user_id: number) =>
  (await t.booted.pool.pool.query('select name, version, way, given from consents where user_id = $1 order by id', [user_id])).rows;
const own = async (token: string) => (await t.call<{ consents: Own }>('GET', '/user/user/security', { token })).body.data.consents;
let operator: ReturnType<typeof t.ctx>;
beforeAll(async () => {
  operator = t.ctx((await makePerson(t, { roles: ['operator', 'admin'] })).actor);
});

it('who registers agrees to what the form names, in the version of that moment, and sees it with staff', async () => {
  const { token, userinfo } = (await registerUser(t)).body.data;
  expect(await logged(userinfo.id)).toEqual([
    { name: 'registerAgreement', version: 1, way: 'register', given: true },
    { name: 'privacy', version: CONSENT_TEXTS.privacy.version, way: 'register', given: true },
  ]);
  expect((await own(token)).map(({ name, is_given }) => [name, is_given])).toEqual([
    ['registerAgreement', true],
    ['privacy', true],
    ['reads', true],
  ]);
  expect((await staffUser(operator, userinfo.id)).consents).toHaveLength(3);
  // an account that the site makes agreed to nothing
  expect(await logged((await makePerson(t)).id)).toEqual([]);
});

it('the age that the site asks for is said by who registers, or nobody registers; it is logged', async () => {
  await setSetting(t.ctx(), ageGate.key, '18');
  const register = async (age?: number) => {
    const mobile = newMobile();
    const captcha = await codeFor(t, mobile, 'register');
    const body = { account: mobile, captcha, password: PASSWORD, ...(age === undefined ? {} : { age }) };
    const refused = await t.call<{ userinfo: { id: number } }>('POST', '/api/user/registered', { body });
    return { refused, again: () => t.call('POST', '/api/user/registered', { body: { ...body, age: 18 } }) };
  };
  for (const age of [undefined, 14]) {
    const { refused, again } = await register(age);
    expect([refused.body.code, refused.body.msg]).toEqual([1, '须年满 18 周岁才能注册，请确认后勾选']);
    // the code that was typed is still good
    expect((await again()).body.code).toBe(0);
  }
  const { refused } = await register(18);
  expect((await logged(refused.body.data.userinfo.id)).map(({ name }) => name)).toEqual(['registerAgreement', 'privacy', 'age18']);
  await setSetting(t.ctx(), ageGate.key, '0');
});

it('of 64 payments at once one row is written, and a text of a newer version is agreed to again', async () => {
  const { id: user_id } = await makePerson(t);
  await Promise.all(Array.from({ length: 64 }, () => notePaidTexts(t.ctx(), { buyer_id: user_id, subject: 'membership' })));
  expect((await logged(user_id)).map(({ name }) => name).toSorted()).toEqual(['buyAgreement', 'vipPly']);
  // what was agreed to before is looked up together, without a transaction each
  const connect = vi.spyOn(t.booted.pool.pool, 'connect');
  await Promise.all(Array.from({ length: 64 }, () => notePaidTexts(t.ctx(), { buyer_id: user_id, subject: 'membership' })));
  expect(connect.mock.calls.length).toBeLessThan(8);
  connect.mockRestore();
  const texts = { vipPly: { title: '会员服务协议', path: '', version: 2, again: 2, digest: '' } };
  expect(await dueConsents(t.ctx(), user_id, texts)).toEqual(['vipPly']);
  // who never bought one is not asked; who never agreed to what all accounts agree to is
  const of_all = { ...texts, privacy: { ...CONSENT_TEXTS.privacy, again: 1 } };
  expect(await dueConsents(t.ctx(), (await makePerson(t)).id, of_all)).toEqual(['privacy']);
  await noteConsents(t.ctx(), user_id, ['vipPly'], { way: 'again' });
  expect(await logged(user_id)).toHaveLength(2);
});

it('what may be taken back is taken back at once and given again; an agreement is not', async () => {
  const { token, userinfo } = (await registerUser(t)).body.data;
  const me = createCtx(t.app, { kind: 'user', user_id: userinfo.id, token_id: 0, roles: [], address: '' }, 'test');
  const seen = async () => (await t.booted.pool.pool.query('select rid::int from footprints where user_id = $1', [userinfo.id])).rows;
  await t.booted.pool.pool.query('insert into footprints (user_id, type, rid) values ($1, 3, 7)', [userinfo.id]);
  const say = (names: string[], given: number) => t.call('POST', '/user/user/consent', { token, body: { names, given } });
  expect((await say(['privacy'], 0)).body.msg).toContain('撤回请注销账号');
  expect((await say(['nothing'], 1)).body.code).toBe(1);
  // nobody asked: no proof is made of it
  await say(['age18', 'vipPly'], 1);
  expect((await logged(userinfo.id)).map(({ name }) => name)).toEqual(['registerAgreement', 'privacy']);
  const bound = async () => (await t.booted.pool.pool.query('select 1 from track_bindings where user_id = $1', [userinfo.id])).rows.length;
  const bind = () => t.call('POST', '/api/Burieddata/bind', { token, body: { uuid: randomUUID() } });
  await bind();
  expect(await bound()).toBe(1);
  const at = t.clock.now();
  await t.booted.pool.pool.query(
    `insert into track_events (at, type, name, value, page, kind, source, referer, url, old_url, target_page, channel, orderid, pro, uuid, user_id)
     values ($1, 1, '', '', '/', 0, 0, '', '/', '', '', '', '', 4, $2, $3)`,
    [at, randomUUID(), userinfo.id],
  );
  expect((await say(['reads'], 0)).body.code).toBe(0);
  expect(await seen()).toEqual([]);
  await bind();
  await rollUpDay(t.ctx(), shanghaiDay(at));
  expect(await bound()).toBe(0);
  await leaveFootprint(me, KINDS.scheme, 1);
  expect(await seen()).toEqual([]);
  expect((await own(token)).find(({ name }) => name === 'reads')).toMatchObject({ is_given: false, way: 'setting' });
  await Promise.all(Array.from({ length: 8 }, () => say(['reads'], 1)));
  expect((await logged(userinfo.id)).filter(({ name }) => name === 'reads').map(({ given }) => given)).toEqual([false, true]);
});
