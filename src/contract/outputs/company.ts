import { z } from 'zod';

const seatHolderOutput = z.strictObject({ user_id: z.int(), nickname: z.string(), headimgurl: z.string(), since: z.int() });

const companySeatsOutput = z.strictObject({
  id: z.int(),
  vip_type: z.int(),
  name: z.string(),
  seats: z.int(),
  max_download_pre_day: z.int(),
  from: z.int(),
  /** Of the last term that follows. */
  to: z.int(),
  state: z.enum(['waiting', 'running', 'ended']),
  /** Seats that may still be given to somebody else this month. */
  moves_left: z.int(),
  /** The spec with which it goes on; 0: no longer sold. */
  vip_id: z.int(),
  holders: z.array(seatHolderOutput),
});
/** Seats that follow each other, and who sits on them. */
export type CompanySeats = z.infer<typeof companySeatsOutput>;

export const ownCompanyOutput = z.strictObject({
  /** The reader's enterprise is verified. */
  is_company: z.literal([0, 1]),
  name: z.string(),
  seats: z.array(companySeatsOutput),
  /** By which people join; '' without one. */
  join_url: z.string(),
  join_to: z.int(),
});
/** GET /company/own */
export type OwnCompany = z.infer<typeof ownCompanyOutput>;

export const companyBillOutput = z.strictObject({
  /** With paid orders, the newest first; the one shown is the newest unless another was asked for. */
  months: z.array(z.string()),
  month: z.string(),
  list: z.array(
    z.strictObject({
      orderid: z.string(),
      title: z.string(),
      /** Who ordered it; '': the account of the company. */
      by: z.string(),
      paid_at: z.int(),
      price: z.number(),
      refunded: z.number(),
    }),
  ),
  /** All of the month; the list has the first 500. */
  total: z.int(),
  price: z.number(),
  refunded: z.number(),
});
/** GET /company/bill, yuan */
export type CompanyBill = z.infer<typeof companyBillOutput>;

export const companyTransferOutput = z.strictObject({
  /** Ours at the bank, in lines. */
  account: z.string(),
  /** What the payer writes into the transfer. */
  reference: z.string(),
  price: z.number(),
  /** The order is open until then. */
  until: z.int(),
});
/** How an order of a company is paid by a transfer. */
export type CompanyTransfer = z.infer<typeof companyTransferOutput>;
