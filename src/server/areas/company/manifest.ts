import { companyCalls } from '#contract/company/calls.ts';
import { serve } from '../../http/endpoint.ts';
import { forgetLibrary } from '../../modules/access/index.ts';
import { companyEmployments, join, joining, ownCompany, seatsLeft, seatsSubject, setLink, setSeat } from '../../modules/companies/index.ts';
import { countActive } from '../../modules/employees/index.ts';
import { seatHolderRows, seatTermRows } from '../../modules/membership/index.ts';
import type { OrderSubject } from '../../modules/orders/index.ts';
import { blocked, joined } from '../../modules/privacy/index.ts';
import type { Manifest } from '../manifest.ts';

const endpoints = [
  serve(companyCalls.own, (ctx) => ownCompany(ctx)),
  serve(companyCalls.seat, async (ctx, input) => {
    await setSeat(ctx, input);
    return null;
  }),
  serve(companyCalls.link, async (ctx, input) => {
    await setLink(ctx, input);
    return null;
  }),
  serve(companyCalls.joining, (ctx, { code }) => joining(ctx, code)),
  serve(companyCalls.join, async (ctx, { code }) => join(ctx, code)),
];

/** What a company pays for and its people use. */
export const companyArea: Manifest = {
  name: 'company',
  endpoints,
  subjects: [seatsSubject as OrderSubject],
  employments: companyEmployments,
  personal: {
    files: { 企业席位: joined(seatTermRows, seatHolderRows) },
    blockers: async (ctx, user_id) =>
      blocked(
        await countActive(ctx.db, user_id),
        (n) => `您的企业还有 ${n} 名员工，请先移除，或在注销前告知他们`,
        '/personalCenter/myStaff',
      ),
    forget: [forgetLibrary],
    losses: async (ctx, user_id) => {
      const seats = await seatsLeft(ctx, user_id);
      return seats > 0 ? [`${seats} 个会员席位的剩余时间作废，不退款`] : [];
    },
  },
};
