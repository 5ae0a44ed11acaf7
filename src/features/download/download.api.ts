import { gateway } from '#client/gateway.ts';
import { VERSION_CALL } from '#contract/center.ts';
import type { Captcha } from '#contract/download.ts';
import { DOWNLOAD_CALL } from '#contract/shared-calls.ts';

/** Silent: the download reports its failures itself, the captcha dialog in place. */
export const askForLink = (
  id: number,
  {
    version,
    call = version === undefined ? DOWNLOAD_CALL : VERSION_CALL,
    captcha,
  }: { call?: string | undefined; version?: number | undefined; captcha?: { key: string; captcha: string } },
) => gateway('POST kind/link', { id, ...(version === undefined ? {} : { version }), ...captcha }, { silent: true, at: call });

export const fetchCaptcha = async (): Promise<Captcha> => (await gateway('GET /api/tools/captcha', {}, { silent: true })).captcha;

/** Vouchers of the reader that would open this item; none when unknown. */
export const voucherNumber = (sid: number): Promise<number> =>
  gateway('GET /scheme/scheme/voucher', { sid }, { silent: true }).then(
    ({ num }) => num,
    () => 0,
  );

/** Opens the item with one voucher of the reader's (spec 4, Voucher and coupon). Shown by the dialog itself, so silent. */
export const redeemVoucher = (sid: number) => gateway('POST /scheme/scheme/voucher', { sid }, { silent: true });
