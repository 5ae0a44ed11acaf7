/** What the dialogs of proof and of other ways in do. Each throws ApiError. */
export { endOtherWays, sendOwnCode, sendProof } from './identity.api.ts';
