import { gateway } from '#client/gateway.ts';
import type { EditableProfile, OwnProfile, ProfileInput, UserInfo } from '#contract/identity.ts';

/** Forms show their errors themselves, beside the field. */
const SILENT = { silent: true } as const;

export const fetchProfile = (): Promise<OwnProfile> => gateway.get('/user/user/profile', {}, SILENT);
export const saveProfile = (profile: EditableProfile): Promise<UserInfo> => gateway.put('/user/user/profile', profile, SILENT);
export const saveSupplement = (profile: ProfileInput): Promise<UserInfo> => gateway.post('/user/user/userinfo', profile, SILENT);
export const savePicture = (file_id: number): Promise<UserInfo> => gateway.post('/user/user/headimg', { file_id }, SILENT);
export const sendOwnCode = (): Promise<{ sandbox: 0 | 1 }> => gateway.post('/user/user/captcha', {}, SILENT);
export const savePassword = (body: { old_password: string; captcha: string; password: string }): Promise<null> =>
  gateway.post('/user/user/password', body, SILENT);
export const saveMobile = (body: { captcha: string; mobile: string; mobile_captcha: string }): Promise<UserInfo> =>
  gateway.post('/user/user/mobile', body, SILENT);
