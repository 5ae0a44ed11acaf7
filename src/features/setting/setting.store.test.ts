import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#client/api-error.ts';

const { calls, sendCaptcha } = vi.hoisted(() => ({
  calls: {
    fetchProfile: vi.fn(),
    saveMobile: vi.fn(),
    savePassword: vi.fn(),
    savePicture: vi.fn(),
    saveProfile: vi.fn(),
    sendOwnCode: vi.fn(),
  },
  sendCaptcha: vi.fn(),
}));
vi.mock('#client/gateway.ts', async () => {
  const { fakedGateway } = await import('../../../tests/support/faked-gateway.ts');
  return fakedGateway({
    'GET /user/user/profile': () => calls.fetchProfile(),
    'PUT /user/user/profile': (profile) => calls.saveProfile(profile),
    'POST /user/user/headimg': ({ file_id }) => calls.savePicture(file_id),
    'POST /user/user/password': (body) => calls.savePassword(body),
    'POST /user/user/mobile': (body) => calls.saveMobile(body),
    'POST /user/user/captcha': () => calls.sendOwnCode(),
    'POST /api/userv2/sendCaptcha': ({ mobile, exist, purpose }) => sendCaptcha(mobile, exist, purpose),
  });
});
vi.mock('#kit/upload/upload-file.ts', () => ({ uploadFile: vi.fn(), UploadInterrupted: class extends Error {} }));

const { createSettings } = await import('./setting.store.ts');

beforeEach(() => vi.clearAllMocks());

/** A refusal of the whole: what the server sends for a taken phone, a code too soon, a line that is cut. */
const refused = (msg: string, status: number) => new ApiError({ code: 1, msg, status });

it('says why no code went out, though the refusal names no field', async () => {
  const { $state, actions } = createSettings();
  actions.setValue('mobile', '13800000002');
  sendCaptcha.mockRejectedValue(refused('该手机号已注册', 409));
  await actions.sendCode('bind');
  expect($state.get()).toMatchObject({ busy: '', errors: { form: '该手机号已注册' } });
  calls.sendOwnCode.mockRejectedValue(refused('验证码发送过于频繁，请稍后再试', 429));
  await actions.sendCode('own');
  expect($state.get().errors).toEqual({ form: '验证码发送过于频繁，请稍后再试' });
});

it('says beside the field what the server says of a field, and the rest in the form', async () => {
  const { $state, actions } = createSettings();
  actions.setValue('old_password', 'cemao2026');
  actions.setValue('password', 'cemao2027');
  calls.savePassword.mockRejectedValue(
    new ApiError({ code: 1, msg: '原密码不正确', status: 400, fields: { old_password: '原密码不正确' } }),
  );
  await actions.submitPassword();
  expect($state.get().errors).toEqual({ old_password: '原密码不正确' });
  calls.savePassword.mockRejectedValue(refused('网络异常，请稍后再试', 0));
  await actions.submitPassword();
  expect($state.get()).toMatchObject({ busy: '', errors: { form: '网络异常，请稍后再试' } });
});
