export { entryParts } from './closing.ts';
export { walletJobs } from './jobs.ts';
export type { LedgerMonth } from './months.repo.ts';
export { accountSums, balanceAt, closedMonth, closedMonths, keepMonth, lockMonth, openSince } from './months.ts';
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
export { type AccountSum, accountUnit, type Entry, FEN_PER_COIN, monthRange, type Purpose, type Unit } from './rules.ts';
export {
  ACCOUNT_TITLES,
  accountTitle,
  amountMoved,
  type Balances,
  balances,
  balancesOf,
  coinIncomeSince,
  houseBalances,
  knownTransfers,
  type LedgerLine,
  lastMoved,
  ledgerOf,
  lockEarning,
  lockPurseOf,
  lockSpendableBalance,
  owedNow,
  REASON_TITLES,
  reasonTitle,
  type StatementFilter,
  spendableBalance,
  statementCsv,
  statementOf,
  type TransferReason,
  walletLines,
  walletStatement,
} from './statement.ts';
