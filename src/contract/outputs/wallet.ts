import { z } from 'zod';
import * as contract from '#contract/wallet.ts';
import { ownPageOutput, walletSumsOutput } from './center.ts';

export const walletMoneyOutput = walletSumsOutput.extend({
  money_list: z.array(z.strictObject({ id: z.int(), cat_price: z.int() })),
  money: z.int(),
  earning: z.number(),
  withdrawing: z.number(),
}) satisfies z.ZodType<contract.WalletMoney>;

export const walletStatementOutput = z.strictObject({
  list: z.array(
    z.strictObject({
      id: z.int(),
      title: z.string(),
      reference: z.string(),
      amount: z.number(),
      after: z.number(),
      created_at: z.int(),
    }),
  ),
  next: z.int(),
  sum_in: z.number(),
  sum_out: z.number(),
  total: z.int(),
}) satisfies z.ZodType<contract.WalletStatement>;

export const withdrawalRowOutput = z.strictObject({
  id: z.int(),
  withdraw_no: z.string(),
  amount: z.number(),
  method: z.enum(contract.PAYOUT_METHODS),
  name: z.string(),
  account: z.string(),
  status: z.enum(['reviewing', 'paying', 'paid', 'failed', 'refused', 'cancelled']),
  reason: z.string(),
  created_at: z.int(),
  ended_at: z.int(),
}) satisfies z.ZodType<contract.WithdrawalRow>;

export const withdrawalsOutput = ownPageOutput(withdrawalRowOutput).extend({
  available: z.number(),
  pending: z.number(),
  minimum: z.number(),
  open: z.boolean(),
  tax_note: z.string(),
  identity_from: z.number(),
  verified: z.boolean(),
  busy: z.boolean(),
}) satisfies z.ZodType<contract.Withdrawals>;
