export { type Balances, balances, houseBalances, lockEarning, lockSpendableBalance, spendableBalance } from './balances.ts';
export { postTransfer, postTransfers, type Transfer } from './post-transfer.ts';
export { type LedgerProof, proveLedger } from './prove-ledger.ts';
export type { Entry, Purpose, Unit } from './rules.ts';
