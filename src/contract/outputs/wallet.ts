import { z } from 'zod';
import * as contract from '#contract/wallet.ts';
import { ownPageOutput, walletSumsOutput } from './center.ts';

export const walletMoneyOutput = walletSumsOutput.extend({
  money_list: z.array(z.strictObject({ id: z.int(), cat_price: z.int() })),
  /** Yuan that may be put into the balance now, each as one order; empty: none. */
  balance_list: z.array(z.int()),
  /** Coins that can be spent. */
  money: z.int(),
  /** What sales brought and is not paid out. */
  earning: z.number(),
  /** What of it may be asked for now, and what buyers may still take back. */
  available: z.number(),
  pending: z.number(),
  /** On its way out. */
  withdrawing: z.number(),
  /** Held while payers claim their money back. */
  claimed: z.number(),
  /** Paid for work that is not released yet. */
  escrow: z.number(),
  /** In the purse of deposits of tenders. */
  purse: z.number(),
  /** The account in money whose line is the newest; null: nothing ever moved. */
  moved: z.enum(['balance', 'earning']).nullable(),
});
/** GET /user/balance/money. */
export type WalletMoney = z.infer<typeof walletMoneyOutput>;

const walletStatementLineOutput = z.strictObject({
  id: z.int(),
  title: z.string(),
  /** What its order was for; may be empty. */
  about: z.string(),
  /** Order number or other reference; may be empty. */
  reference: z.string(),
  /** Signed. */
  amount: z.number(),
  /** What the account held after it. */
  after: z.number(),
  created_at: z.int(),
});
export type WalletStatementLine = z.infer<typeof walletStatementLineOutput>;

export const walletStatementOutput = z.strictObject({
  list: z.array(walletStatementLineOutput),
  /** For the page after this one; 0: there is none. */
  next: z.int(),
  /** Sums over everything that the filters find. */
  sum_in: z.number(),
  sum_out: z.number(),
  total: z.int(),
});
/** GET /user/balance/statement: a page of an account, the newest first. */
export type WalletStatement = z.infer<typeof walletStatementOutput>;

export const withdrawalRowOutput = z.strictObject({
  id: z.int(),
  withdraw_no: z.string(),
  amount: z.number(),
  /** Withheld of it. */
  tax: z.number(),
  method: z.enum(contract.EARNING_WAYS),
  /** 张* */
  name: z.string(),
  /** 138****0000 */
  account: z.string(),
  status: z.enum(['reviewing', 'paying', 'paid', 'failed', 'refused', 'cancelled']),
  reason: z.string(),
  created_at: z.int(),
  /** 0: still open. */
  ended_at: z.int(),
});
export type WithdrawalRow = z.infer<typeof withdrawalRowOutput>;

export const withdrawalsOutput = ownPageOutput(withdrawalRowOutput).extend({
  /** What may be asked for now. */
  available: z.number(),
  /** Earned, but buyers may still take it back. */
  pending: z.number(),
  minimum: z.number(),
  /** Whom the last request that was paid went to, as it is shown; sent back like that, it goes there again. Null: none was paid. */
  last: z.strictObject({ method: z.enum(contract.PAYOUT_METHODS), name: z.string(), account: z.string() }).nullable(),
  /** Whether the site takes requests now. */
  open: z.boolean(),
  /** About taxes, as staff wrote it. */
  tax_note: z.string(),
  /** From this sum a month on, yuan, its owner must be verified and be the payee; 0: always. */
  identity_from: z.number(),
  /** They are, as a person or an enterprise. */
  verified: z.boolean(),
  /** How what is paid out is taxed; null: it is not our business. `rule`: by which it is withheld, null where it is only reported. */
  tax: z
    .strictObject({
      income: z.number(),
      withheld: z.number(),
      months: z.int(),
      has_month: z.boolean(),
      rule: z
        .strictObject({
          cost_percent: z.number(),
          free_month: z.number(),
          brackets: z.array(z.strictObject({ up_to: z.number().nullable(), percent: z.number() })),
        })
        .nullable(),
    })
    .nullable(),
  /** A request is open, so no other can be made. */
  busy: z.boolean(),
});
export const taxYearOutput = z.strictObject({
  year: z.int(),
  list: z.array(z.strictObject({ withdraw_no: z.string(), paid_at: z.int(), amount: z.number(), tax: z.number() })),
  amount: z.number(),
  tax: z.number(),
});
/** GET /user/withdrawal/year: what was paid out in a year, and withheld of it. */
export type TaxYearStatement = z.infer<typeof taxYearOutput>;

/** GET /user/withdrawal. */
export type Withdrawals = z.infer<typeof withdrawalsOutput>;

export const poolStatementOutput = ownPageOutput(
  z.strictObject({
    /** YYYY-MM. */
    month: z.string(),
    /** Members who had something of theirs by membership. */
    readers: z.int(),
    amount: z.number(),
    /** 0: not in the earnings yet. */
    paid_at: z.int(),
  }),
).extend({
  /** Of this month, so far. */
  readers: z.int(),
  /** Of memberships' income; 0: nothing is shared. */
  share_percent: z.number(),
  /** What one reader brings a month at most. */
  reader_most: z.number(),
});
/** GET /user/balance/pool. */
export type PoolStatement = z.infer<typeof poolStatementOutput>;
