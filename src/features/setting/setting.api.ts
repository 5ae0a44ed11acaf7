import { gateway } from '#client/gateway.ts';
import { ACCOUNT_CALLS, type ClosingCheck, type OwnExport, type PasskeyOptions } from '#contract/account.ts';
import type { EditableProfile, OwnProfile, UserInfo } from '#contract/identity.ts';

export { fetchSecurity, sendOwnCode } from '../identity/identity.api.ts';

/** Forms show their errors themselves, beside the field. */
const SILENT = { silent: true } as const;

export const fetchProfile = (): Promise<OwnProfile> => gateway.get('/user/user/profile', {}, SILENT);
export const saveProfile = (profile: EditableProfile): Promise<UserInfo> => gateway.put('/user/user/profile', profile, SILENT);
export const savePicture = (file_id: number): Promise<UserInfo> => gateway.post('/user/user/headimg', { file_id }, SILENT);
export const savePassword = (body: { old_password: string; captcha: string; password: string }): Promise<null> =>
  gateway.post('/user/user/password', body, SILENT);
export const saveMobile = (body: { captcha: string; mobile: string; mobile_captcha: string }): Promise<UserInfo> =>
  gateway.post('/user/user/mobile', body, SILENT);

export const endDevice = (id: number): Promise<null> => gateway.del(ACCOUNT_CALLS.device, { id });
export const endOtherDevices = (): Promise<null> => gateway.del(ACCOUNT_CALLS.devices, {});
export const unlinkWechat = (): Promise<null> => gateway.del(ACCOUNT_CALLS.wechat_unlink, {});
export const fetchPasskeyOptions = (): Promise<PasskeyOptions> => gateway.post(ACCOUNT_CALLS.passkey_options, {});
export const savePasskey = (key: string, response: object, name: string): Promise<unknown> =>
  gateway.post(ACCOUNT_CALLS.passkey, { key, response, name });
export const deletePasskey = (id: number): Promise<null> => gateway.del(ACCOUNT_CALLS.passkey, { id });
export const fetchClosing = (): Promise<ClosingCheck> => gateway.get(ACCOUNT_CALLS.close, {}, SILENT);
/** `given_up`: what is left and may be lost. */
export const closeAccount = (captcha: string, given_up: ClosingCheck['rests']): Promise<{ closing_at: number }> =>
  gateway.post(ACCOUNT_CALLS.close, { captcha, ...given_up }, SILENT);
export const askExport = (): Promise<OwnExport | null> => gateway.post(ACCOUNT_CALLS.export, {});
