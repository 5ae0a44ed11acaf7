import { gateway } from '#client/gateway.ts';
import type { ClosingCheck, OwnExport, PasskeyAnswer, PasskeyOptions } from '#contract/account.ts';
import type { EditableProfile, OwnProfile, UserInfo } from '#contract/identity.ts';

export { fetchSecurity, sendOwnCode } from '../identity/identity.api.ts';

/** Forms show their errors themselves, beside the field. */
const SILENT = { silent: true } as const;

export const fetchProfile = (): Promise<OwnProfile> => gateway('GET /user/user/profile', {}, SILENT);
export const saveProfile = (profile: EditableProfile): Promise<UserInfo> => gateway('PUT /user/user/profile', profile, SILENT);
export const savePicture = (file_id: number): Promise<UserInfo> => gateway('POST /user/user/headimg', { file_id }, SILENT);
export const savePassword = (body: { old_password: string; captcha: string; password: string }): Promise<null> =>
  gateway('POST /user/user/password', body, SILENT);
export const saveMobile = (body: { captcha: string; mobile: string; mobile_captcha: string }): Promise<UserInfo> =>
  gateway('POST /user/user/mobile', body, SILENT);

export const endDevice = (id: number): Promise<null> => gateway('DELETE /user/user/device', { id });
export const endOtherDevices = (): Promise<null> => gateway('DELETE /user/user/devices', {});
export const unlinkWechat = (): Promise<null> => gateway('DELETE /user/user/wechat', {});
export const fetchPasskeyOptions = (): Promise<PasskeyOptions> => gateway('POST /user/user/passkeyoptions', {});
export const savePasskey = (key: string, response: PasskeyAnswer, name: string): Promise<unknown> =>
  gateway('POST /user/user/passkey', { key, response, name });
export const deletePasskey = (id: number): Promise<null> => gateway('DELETE /user/user/passkey', { id });
export const fetchClosing = (): Promise<ClosingCheck> => gateway('GET /user/user/close', {}, SILENT);
/** `given_up`: what is left and may be lost. */
export const closeAccount = (captcha: string, given_up: ClosingCheck['rests']): Promise<{ closing_at: number }> =>
  gateway('POST /user/user/close', { captcha, ...given_up }, SILENT);
export const askExport = (): Promise<OwnExport | null> => gateway('POST /user/user/export', {});
