export { type Balances, balances, balancesOf, houseBalances, lockEarning, lockSpendableBalance, spendableBalance } from './balances.ts';
export { walletJobs } from './jobs.ts';
export { knownTransfers, type LedgerLine, ledgerOf } from './ledger-of.ts';
export { postTransfer, postTransfers, type Transfer } from './post-transfer.ts';
export { type LedgerProof, proveLedger } from './prove-ledger.ts';
export { expireReservations, type Reservation, type ReserveInput, release, reserve, settle } from './reserve.ts';
export type { Entry, Purpose, Unit } from './rules.ts';
export { type StatementFilter, statementCsv, statementOf, walletStatement } from './statement.ts';
export { walletLines } from './wallet-lines.ts';
