import type { Db } from '../../db/pool.ts';
import { sha256 } from '../../kernel/ids.ts';
import type { PayoutFacts, PayoutPort } from './port.ts';
import { findPayout, insertPayout, type SandboxPayoutRow } from './repo.ts';

/** A payee of this name is refused: how a failed payout is tried out. */
export const REFUSED_NAME = '不存在';

const factsOf = (row: SandboxPayoutRow): PayoutFacts =>
  row.status === 'paid' ? { status: 'paid', trade_no: row.trade_no } : { status: 'failed', reason: row.reason };

/** A provider that lives in our database: keeps books of its own across restarts, pays a number once. */
export function createSandboxPayout(db: Db): PayoutPort {
  return {
    name: 'sandbox',
    async pay({ payout_no, amount_fen, name }) {
      const refused = name === REFUSED_NAME;
      const row = await insertPayout(db, {
        ...{ payout_no, amount_fen, status: refused ? 'failed' : 'paid' },
        ...{ reason: refused ? '收款人姓名与账户不一致' : '', trade_no: refused ? '' : `SBP${sha256(payout_no).slice(0, 20)}` },
      });
      if (row.amount_fen !== amount_fen) throw new Error(`sandbox: ${payout_no} was asked for with another amount`);
      return factsOf(row);
    },
    async query(payout_no) {
      const row = await findPayout(db, payout_no);
      return row && factsOf(row);
    },
  };
}
