export {
  type Balances,
  balances,
  balancesOf,
  houseBalances,
  knownTransfers,
  type LedgerLine,
  lastMoved,
  ledgerOf,
  lockEarning,
  lockSpendableBalance,
  spendableBalance,
} from './balances.ts';
export { walletJobs } from './jobs.ts';
export { lockRests, postTransfer, postTransfers, type Rests, type Transfer, writeOffRests } from './post-transfer.ts';
export { type LedgerProof, proveLedger } from './prove-ledger.ts';
export { expireReservations, type Reservation, type ReserveInput, release, reserve, settle } from './reserve.ts';
export { type Entry, FEN_PER_COIN, type Purpose, type Unit } from './rules.ts';
export { coinIncomeSince, coinsOwed, type StatementFilter, statementCsv, statementOf, walletLines, walletStatement } from './statement.ts';
export { accountTitle, reasonTitle, type TransferReason } from './words.ts';
