import { gateway, SILENT } from '#client/gateway.ts';
import type { ClosingCheck } from '#contract/account.ts';
import type { ConsentName } from '#contract/consent.ts';

/** What the tabs of security, devices and privacy do. Each throws ApiError; those of lists were shown by then. */
export const askExport = () => gateway('POST /user/user/export');
export const sayConsent = (name: ConsentName, on: boolean) => gateway('POST /user/user/consent', { names: [name], given: on ? 1 : 0 });
export const fetchClosing = () => gateway('GET /user/user/close', {}, SILENT);
/** `given_up`: what is left and may be lost. */
export const closeAccount = (captcha: string, given_up: ClosingCheck['rests']) =>
  gateway('POST /user/user/close', { captcha, ...given_up }, SILENT);
export const sendOwnCode = () => gateway('POST /user/user/captcha', {}, SILENT);
export const endDevice = (id: number) => gateway('DELETE /user/user/device', { id });
export const endOtherDevices = () => gateway('DELETE /user/user/devices');
export const unlinkWechat = () => gateway('DELETE /user/user/wechat');
export const deletePasskey = (id: number) => gateway('DELETE /user/user/passkey', { id });
