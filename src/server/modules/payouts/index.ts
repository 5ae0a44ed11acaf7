export { payoutJobs, runPayouts, withdrawalReview } from './pay-out.ts';
export { type WithdrawalLine, withdrawalSource } from './repo.ts';
export { taxBase, taxBrackets, taxMode, withdrawalIdentityFrom, withdrawalMinimum, withdrawalOpen, withdrawalTaxNote } from './settings.ts';
export { remitTax, taxOwed, taxReport, taxYear, taxYearPdf } from './tax.ts';
export { cancelWithdrawal, ownWithdrawals, requestWithdrawal, withdrawable } from './withdraw.ts';
