export { payoutJobs, runPayouts, withdrawalReview } from './pay-out.ts';
export { type WithdrawalLine, withdrawalSource } from './repo.ts';
export { withdrawalIdentityFrom, withdrawalMinimum, withdrawalOpen, withdrawalTaxNote } from './settings.ts';
export { cancelWithdrawal, ownWithdrawals, requestWithdrawal, withdrawable } from './withdraw.ts';
