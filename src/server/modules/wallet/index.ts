export { walletJobs } from './jobs.ts';
export {
  type LedgerProof,
  lockRests,
  postTransfer,
  postTransfers,
  proveLedger,
  type Rests,
  type Transfer,
  writeOffRests,
} from './post-transfer.ts';
export { expireReservations, type Reservation, type ReserveInput, release, reserve, settle } from './reserve.ts';
export { type Entry, FEN_PER_COIN, type Purpose, type Unit } from './rules.ts';
export {
  accountTitle,
  type Balances,
  balances,
  balancesOf,
  coinIncomeSince,
  coinsOwed,
  houseBalances,
  knownTransfers,
  type LedgerLine,
  lastMoved,
  ledgerOf,
  lockEarning,
  lockSpendableBalance,
  reasonTitle,
  type StatementFilter,
  spendableBalance,
  statementCsv,
  statementOf,
  type TransferReason,
  walletLines,
  walletStatement,
} from './statement.ts';
