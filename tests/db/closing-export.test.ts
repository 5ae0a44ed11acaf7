import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { ACCOUNT_CALLS, type ClosingCheck, type OwnExport } from '#contract/account.ts';
import { WALLET_CALLS } from '#contract/wallet.ts';
import { inTransaction } from '#server/app/ctx.ts';
import { endpoints, outboxHandlers } from '#server/areas/index.ts';
import { createGateway } from '#server/http/gateway.ts';
import { users } from '#server/modules/identity/tables.ts';
import { cleanExports, eraseDue, makeExport } from '#server/modules/privacy/index.ts';
import { data_exports } from '#server/modules/privacy/tables.ts';
import { recentSearches } from '#server/modules/search/index.ts';
import { balances, houseBalances, postTransfer, proveLedger } from '#server/modules/wallet/index.ts';
import { deliverOutbox } from '#server/outbox/outbox.ts';
import { testApp } from '../support/app.ts';
import { newMobile, PASSWORD, registerUser, type SignedIn } from '../support/identity.ts';
import { makeItem } from '../support/item-world.ts';
import { giveBalance } from '../support/market.ts';
import { makePerson } from '../support/people.ts';
import { sweepNow } from '../support/sweep.ts';

const t = testApp();

const DAY = 86_400_000;
interface Member {
  mobile: string;
  token: string;
  id: number;
}
async function member(): Promise<Member> {
  const mobile = newMobile();
  const { token, userinfo } = (await registerUser(t, mobile)).body.data;
  return { mobile, token, id: userinfo.id };
}
async function ownCode({ token, mobile }: Member): Promise<string> {
  t.clock.advance_ms(60_001);
  await t.call('POST', '/user/user/captcha', { token });
  const { body } = await t.call<{ list: { code: string }[] }>('GET', '/sandbox/sms', { query: { mobile } });
  return body.data.list[0]?.code ?? '';
}
const close = async (who: Member, given_up: { balance?: number; coin?: number } = {}) =>
  t.call('POST', ACCOUNT_CALLS.close, { token: who.token, body: { captcha: await ownCode(who), ...given_up } });
const check = async (who: Member) => (await t.call<ClosingCheck>('GET', ACCOUNT_CALLS.close, { token: who.token })).body.data;
const give = (id: number, unit: 'coin' | 'fen', to: 'coin' | 'earning', amount: number) =>
  inTransaction(t.ctx(), (tx) =>
    postTransfer(tx, {
      ...{ key: `given:${id}:${to}`, reason: 'gift', reference: '', unit },
      entries: [
        { owner_id: null, purpose: unit === 'coin' ? 'coin_source' : 'platform', amount: -amount },
        { owner_id: id, purpose: to, amount },
      ],
    }),
  );
const logIn = ({ mobile }: Member) => t.call<SignedIn>('POST', '/api/user/login', { body: { account: mobile, password: PASSWORD } });
const rowOf = async (id: number) => (await t.app.db.select().from(users).where(eq(users.id, id)))[0];

describe('closing an account', () => {
  it('is refused while money, works or duties are open, and says which', async () => {
    const who = await member();
    await giveBalance(t, who.id, 20_001);
    await give(who.id, 'coin', 'coin', 201);
    await makeItem(t, { publisher_id: who.id });
    const { id: later } = await makeItem(t, { publisher_id: who.id });
    await t.booted.pool.pool.query(`update items set status = 'scheduled' where id = $1`, [later]);
    await t.app.db
      .update(users)
      .set({ roles: ['support'] })
      .where(eq(users.id, who.id));
    const { body } = await t.call<ClosingCheck>('GET', ACCOUNT_CALLS.close, { token: who.token });
    expect(body.data.blockers.map(({ text }) => text)).toEqual([
      '您是工作人员，请先由管理员收回角色',
      '余额还有 200.01 元，超过 200.00 元不能直接放弃，请先在购买时使用，充值的部分可在充值订单里申请退款',
      '还有 201 个猫币，超过 200 个不能直接放弃，请先使用，或在充值订单里申请退款',
      '有 2 个作品在架、审核中或等待发布，请先下架或撤回',
    ]);
    const refused = await close(who);
    expect([refused.status, refused.body.msg]).toEqual([409, '暂时不能注销：您是工作人员，请先由管理员收回角色']);
    expect((await rowOf(who.id))?.closing_at).toBeNull();
  });

  it('ends all logins, and signing in within seven days keeps the account', async () => {
    const who = await member();
    expect((await t.call('POST', ACCOUNT_CALLS.close, { token: who.token, body: { captcha: '000000' } })).body.code).toBe(1);
    expect((await close(who)).body.code).toBe(0);
    expect((await t.call('GET', '/api/user/userinfo', { token: who.token })).body.code).toBe(2);
    t.clock.advance_ms(7 * DAY - 120_000);
    expect(await eraseDue(t.ctx())).toBe(0);
    const back = await logIn(who);
    expect(back.body.code).toBe(0);
    t.clock.advance_ms(2 * DAY);
    expect(await eraseDue(t.ctx())).toBe(0);
    expect((await rowOf(who.id))?.closed_at).toBeNull();
  });

  it('erases who they were after seven days, frees the number, and leaves no trace elsewhere', async () => {
    const who = await member();
    await t.call('POST', '/index/search/recentSearch', { token: who.token, body: { keyword: '年会' } });
    await t.call('PUT', '/user/user/profile', { token: who.token, body: { nickname: '林深', city: '杭州' } });
    await close(who);
    t.clock.advance_ms(7 * DAY + 1);
    expect(await eraseDue(t.ctx())).toBe(1);
    while ((await deliverOutbox(t.app, outboxHandlers(t.app))) > 0);
    expect(await rowOf(who.id)).toMatchObject({
      nickname: '已注销用户',
      city: '',
      mobile: `closed-${who.id}`,
      password_hash: null,
      blocked: true,
    });
    const as = t.ctx({ kind: 'user', user_id: who.id, token_id: 0, roles: [], address: '' });
    expect(await recentSearches(as)).toEqual([]);
    expect((await logIn(who)).body.msg).toBe('账号或密码错误');
    const again = await registerUser(t, who.mobile);
    expect(again.body.data.userinfo.id).not.toBe(who.id);
  });

  it('takes small rests that its owner gives up by name, at the very end; coming back loses nothing', async () => {
    const who = await member();
    await giveBalance(t, who.id, 1_250);
    await give(who.id, 'coin', 'coin', 3);
    const found = await check(who);
    expect(found).toMatchObject({ blockers: [], rests: { balance: 12.5, coin: 3 } });
    expect(found.losses).toEqual(expect.arrayContaining(['余额 12.50 元作废，不退还', '3 个猫币作废，不退还']));
    for (const given_up of [{}, { balance: 12.5 }, { balance: 12.49, coin: 3 }]) {
      const refused = await close(who, given_up);
      expect([refused.status, refused.body.msg]).toEqual([409, '请先确认放弃 12.50 元余额、3 个猫币']);
    }
    expect((await close(who, { balance: -1, coin: 3 })).body.code).toBe(1);
    expect((await close(who, found.rests)).body.code).toBe(0);
    expect(await balances(t.ctx(), who.id)).toMatchObject({ balance_fen: 1_250, coin: 3 });
    who.token = (await logIn(who)).body.data.token;
    t.clock.advance_ms(8 * DAY);
    expect(await eraseDue(t.ctx())).toBe(0);
    expect(await balances(t.ctx(), who.id)).toMatchObject({ balance_fen: 1_250, coin: 3 });

    const before = await houseBalances(t.ctx());
    expect((await close(who, found.rests)).body.code).toBe(0);
    t.clock.advance_ms(7 * DAY + 1);
    expect(await eraseDue(t.ctx())).toBe(1);
    expect(await eraseDue(t.ctx())).toBe(0);
    expect(await balances(t.ctx(), who.id)).toMatchObject({ balance_fen: 0, coin: 0 });
    const after = await houseBalances(t.ctx());
    const rise = (purpose: string) => (after.get(purpose) ?? 0) - (before.get(purpose) ?? 0);
    expect([rise('written_off'), rise('coin_written_off')]).toEqual([1_250, 3]);
    expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
  });

  it('gives up what was named for this closing, neither what came later nor by an earlier one', async () => {
    const who = await member();
    await giveBalance(t, who.id, 500);
    await close(who, { balance: 5 });
    await giveBalance(t, who.id, 1);
    t.clock.advance_ms(8 * DAY);
    expect(await eraseDue(t.ctx())).toBe(0);
    expect(await balances(t.ctx(), who.id)).toMatchObject({ balance_fen: 501 });
    const staff = await makePerson(t, { roles: ['operator'] });
    const { body } = await t.call<{ rows: Array<{ id: string; cells: object }> }>('GET', '/admin/list/page', {
      token: staff.token,
      query: { list: 'closings', query: 'state=waiting' },
    });
    expect(body.data.rows.find(({ id }) => id === String(who.id))?.cells).toMatchObject({ state: '到期未完成', given_up: '余额 ¥5.00' });
    who.token = (await logIn(who)).body.data.token;
    expect((await close(who)).status).toBe(409);
    expect((await close(who, { balance: 5.01 })).body.code).toBe(0);
    t.clock.advance_ms(8 * DAY);
    expect(await eraseDue(t.ctx())).toBe(1);
  });

  it('lets all earnings leave below the minimum, and nothing less than all', async () => {
    const who = await member();
    await give(who.id, 'fen', 'earning', 3_050);
    expect((await check(who)).blockers).toEqual([
      { text: '收益还有 30.50 元，请先全部提现（不受最低金额限制）', href: '/personalCenter/myWallet?closing=1#withdraw' },
    ]);
    const ask = (amount: number, closing: 0 | 1) =>
      t.call('POST', WALLET_CALLS.withdrawals, {
        token: who.token,
        body: {
          amount,
          closing,
          method: 'alipay',
          name: '张三丰',
          account: '13800138000',
          idempotency_key: `closing-${amount}-${closing}`,
        },
      });
    expect((await ask(30.5, 0)).body.msg).toBe('每次至少提现 ¥100');
    expect((await ask(30, 1)).body.msg).toBe('注销前请一次提现全部收益 ¥30.5');
    expect((await ask(30.5, 1)).body.code).toBe(0);
    expect((await ask(30.5, 1)).body.code).toBe(0);
    expect((await check(who)).blockers.map(({ text }) => text)).toEqual(['有提现正在处理，请等它完成']);
    expect(await balances(t.ctx(), who.id)).toMatchObject({ earning_fen: 0, withdrawing_fen: 3_050 });
    expect(await proveLedger(t.ctx())).toMatchObject({ ok: true, faults: [] });
  });

  it('waits while something came in meanwhile', async () => {
    const who = await member();
    await close(who);
    await giveBalance(t, who.id, 100);
    t.clock.advance_ms(8 * DAY);
    expect(await eraseDue(t.ctx())).toBe(0);
    expect((await rowOf(who.id))?.closed_at).toBeNull();
  });
});

/** Names and texts of a ZIP. */
function unzip(bytes: Buffer): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error || !zip) return reject(error);
      const files = new Map<string, string>();
      zip.on('entry', (entry: { fileName: string }) => {
        zip.openReadStream(entry as never, async (failed, stream) => {
          if (failed || !stream) return reject(failed);
          files.set(entry.fileName, Buffer.concat(await stream.toArray()).toString('utf8'));
          zip.readEntry();
        });
      });
      zip.on('end', () => resolve(files));
      zip.readEntry();
    });
  });
}

describe('the package of one’s own data', () => {
  const open = (url: string, token?: string) =>
    createGateway(t.app, endpoints).request(url.replace('/gateway', ''), token ? { headers: { token } } : {});

  it('holds everything as readable lists, once a day, and ends after three days', async () => {
    const who = await member();
    await giveBalance(t, who.id, 500);
    await give(who.id, 'coin', 'coin', 3);
    const asked = await t.call<OwnExport>('POST', ACCOUNT_CALLS.export, { token: who.token });
    expect(asked.body.data).toMatchObject({ state: 'waiting', url: '' });
    expect((await t.call('POST', ACCOUNT_CALLS.export, { token: who.token })).status).toBe(429);
    const [row] = await t.app.db.select().from(data_exports).where(eq(data_exports.user_id, who.id));
    await makeExport(t.ctx(), row?.id ?? 0);
    await makeExport(t.ctx(), row?.id ?? 0);
    const { body } = await t.call<{ export: OwnExport }>('GET', ACCOUNT_CALLS.security, { token: who.token });
    const { url, size_bytes, create_time, again_at } = body.data.export;
    expect(again_at).toBe(create_time + DAY / 1000);
    const answer = await open(url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes).toHaveLength(size_bytes);
    const files = await unzip(bytes);
    for (const text of files.values()) JSON.parse(text);
    const profile = JSON.parse(files.get('账号资料.json') ?? '')[0];
    expect(profile).toMatchObject({ mobile: who.mobile, has_password: true });
    expect(files.get('账号资料.json')).not.toContain('argon2');
    expect(JSON.parse(files.get('余额明细.json') ?? '')).toHaveLength(1);
    expect(JSON.parse(files.get('猫币明细.json') ?? '')).toMatchObject([{ amount: 3, after: 3 }]);
    expect([...files.keys()]).toContain('订单.json');

    const stranger = await member();
    expect((await open(url, stranger.token)).status).toBe(403);
    expect((await open(`${url}0`)).status).toBe(403);
    t.clock.advance_ms(3 * DAY + 1);
    expect((await open(url)).status).toBe(403);
    await cleanExports(t.ctx());
    const [over] = await t.app.db
      .select()
      .from(data_exports)
      .where(eq(data_exports.id, row?.id ?? 0));
    expect(over?.state).toBe('gone');
    await sweepNow(t);
    expect(await t.app.providers.storage.statPrivate(over?.file_key ?? 'x')).toBeNull();
  });
});
