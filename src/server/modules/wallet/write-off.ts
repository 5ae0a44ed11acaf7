import type { TxCtx } from '../../app/ctx.ts';
import { postTransfer } from './post-transfer.ts';
import { lockSpendable } from './repo.ts';
import { writtenOffEntries } from './rules.ts';

/** What somebody could still spend. */
export interface Rests {
  balance_fen: number;
  coin: number;
}

/** What is left of spendable balance and coins, locked until the transaction ends. */
export async function lockRests(tx: TxCtx, user_id: number): Promise<Rests> {
  const left = await lockSpendable(tx.db, user_id);
  return { balance_fen: left.get('balance') ?? 0, coin: left.get('coin') ?? 0 };
}

/** Moves what the owner of a closed account gave up to the house's accounts for that, once an account. The caller has locked it. */
export async function writeOffRests(tx: TxCtx, user_id: number, { balance_fen, coin }: Rests): Promise<void> {
  for (const [unit, amount] of [
    ['fen', balance_fen],
    ['coin', coin],
  ] as const) {
    if (amount === 0) continue;
    const key = `account-closed:${user_id}:${unit}`;
    await postTransfer(tx, { key, reason: 'account_closed', reference: '', unit, entries: writtenOffEntries(user_id, unit, amount) });
  }
}
