import { gateway, SILENT } from '#client/gateway.ts';
import type { CallInput } from '#contract/gateway.ts';

/** What the dialogs of proof and of other ways in do. Each throws ApiError. */
export const endOtherWays = () => gateway('DELETE /user/user/ways');
export const sendOwnCode = () => gateway('POST /user/user/captcha', {}, SILENT);
/** One of the three. */
export const sendProof = (proof: CallInput<'POST /user/user/prove'>) => gateway('POST /user/user/prove', proof, SILENT);
