import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';
import type { ContactState } from '#contract/contact.ts';

const calls = vi.hoisted(() => ({ fetchContact: vi.fn(), unlockContact: vi.fn(), postCaller: vi.fn(), sendCallerCode: vi.fn() }));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /resource/ResourceCall/resourcecall': ({ rid }) => calls.fetchContact(rid),
    'GET /resource/ResourceCall/moneycall': ({ rid, use_coupon }) => calls.unlockContact(rid, use_coupon),
    'POST /callrecode/call_recode/updatecall': ({ mobile, captcha, bind_id }) => calls.postCaller(mobile, captcha, bind_id),
    'POST /callrecode/call_recode/callercode': ({ mobile, bind_id }) => calls.sendCallerCode(mobile, bind_id),
  });
});

const { createContact } = await import('./contact.store.ts');

const locked: ContactState = {
  ...{ phone: '', caller_number: '138****0000', bind_id: 0, unlock_price: 10, is_unlock: 0, coupon_num: 0, button_str: '', remind_str: '' },
  ...{ tips_str: '', code: 0, x_number: '', expires_at: 0, auth_company: 0, company_free: 1, money: 20, open: 1, sandbox: 0 },
};
const unlocked: ContactState = { ...locked, is_unlock: 1, bind_id: 3, x_number: '17012345678' };

let now = 0;
const paid: string[] = [];
const open = (chance = 0) => createContact(7, { onUnlocked: (by) => paid.push(by), chance: () => chance, clock: () => now });

beforeEach(() => {
  vi.resetAllMocks();
  now = 0;
  paid.length = 0;
  calls.unlockContact.mockResolvedValue(unlocked);
});

it.each([
  ['unlocked', unlocked, 0, 'call'],
  ['popup A', locked, 0.2, 'popup_a'],
  ['popup B', locked, 0.8, 'popup_b'],
  ['with coupons', { ...locked, coupon_num: 2 }, 0, 'ask_coupon'],
  ['closed', { ...locked, open: 0 as const }, 0, 'closed'],
] as const)('ST-8 opens what the reader needs: %s', async (_name, state, chance, view) => {
  calls.fetchContact.mockResolvedValue(state);
  const contact = open(chance);
  await contact.actions.start();
  expect(contact.$state.get().view).toBe(view);
  expect(calls.unlockContact).not.toHaveBeenCalled();
});

it('unlocks at once what costs nothing', async () => {
  calls.fetchContact.mockResolvedValue({ ...locked, unlock_price: 0 });
  const contact = open();
  await contact.actions.start();
  expect([contact.$state.get().view, paid]).toEqual(['call', ['free']]);
});

it('M-601 pays with what was chosen, and takes presses within two seconds for one', async () => {
  calls.fetchContact.mockResolvedValue({ ...locked, coupon_num: 1 });
  calls.unlockContact.mockRejectedValueOnce(new ApiError({ code: 1, msg: '暂时无法接通', status: 400, request_id: 'r1' }));
  const contact = open();
  await contact.actions.start();
  await contact.actions.unlock('coupon');
  expect(contact.$state.get()).toMatchObject({ view: 'ask_coupon', failure: { message: '暂时无法接通', request_id: 'r1' }, busy: false });
  now = 1_999;
  await contact.actions.unlock('coupon');
  expect(calls.unlockContact.mock.calls).toEqual([[7, 1]]);
  now = 2_000;
  await contact.actions.unlock('coupon');
  expect([contact.$state.get().view, paid]).toEqual(['call', ['coupon']]);
});

it('M-503 offers a top-up for code 8, and coins in place of a coupon', async () => {
  calls.fetchContact.mockResolvedValue({ ...locked, coupon_num: 1 });
  calls.unlockContact.mockRejectedValueOnce(new ApiError({ code: 8, msg: '猫币余额不足', status: 200 }));
  const contact = open(0.9);
  await contact.actions.start();
  contact.actions.withoutCoupon();
  expect(contact.$state.get().view).toBe('popup_b');
  await contact.actions.unlock('coin');
  expect([contact.$state.get().view, paid, calls.unlockContact.mock.calls]).toEqual(['short', [], [[7, 0]]]);
});

it('A8 changes the caller once the number is right, and asks for a code to another phone', async () => {
  calls.fetchContact.mockResolvedValue(unlocked);
  calls.postCaller.mockResolvedValue({ caller_number: '139****0001', x_number: '17000000000' });
  const contact = open();
  await contact.actions.start();
  contact.actions.askCaller(true);
  contact.actions.setMobile('1390000');
  await contact.actions.changeCaller();
  expect([contact.$state.get().mobile_error, calls.postCaller.mock.calls]).toEqual(['请输入11位手机号码', []]);
  contact.actions.setMobile('13900000001');
  calls.postCaller.mockRejectedValueOnce(
    new ApiError({ code: 1, msg: '请输入发到这个号码的验证码', status: 400, fields: { captcha: '请输入发到这个号码的验证码' } }),
  );
  await contact.actions.changeCaller();
  expect(contact.$state.get().code).toEqual({ captcha: '', captcha_error: null, send_again_at: 0, sandbox: false });
  calls.sendCallerCode.mockResolvedValue({ sandbox: 1 });
  await contact.actions.sendCode();
  contact.actions.setCaptcha('123456');
  await contact.actions.changeCaller();
  expect(calls.postCaller.mock.lastCall?.slice(0, 2)).toEqual(['13900000001', '123456']);
  expect(contact.$state.get()).toMatchObject({ changing: false, contact: { caller_number: '139****0001', x_number: '17000000000' } });
});
