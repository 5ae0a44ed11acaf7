import { membershipStaffCalls } from '#contract/membership/staff-calls.ts';
import { serve } from '../../http/endpoint.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { endTermEarly, giveTerm, planForms, savePlan, staffTerms } from '../../modules/membership/index.ts';

export const staffMembershipEndpoints = [
  serve(membershipStaffCalls.plans, async (ctx) => ({ list: await planForms(ctx) })),
  serve(membershipStaffCalls.plan, async (ctx, { specs, ...form }) => {
    const priced = specs.map(({ price, org_price, ...spec }) => ({ ...spec, price_fen: price, org_price_fen: org_price }));
    await savePlan(ctx, { ...form, specs: priced });
    return null;
  }),
  serve(membershipStaffCalls.terms, (ctx, { id, page, limit }) => staffTerms(ctx, { user_id: id, page, limit })),
  serve(membershipStaffCalls.give, async (ctx, { id, ...gift }) => {
    const { term_id, to } = await giveTerm(ctx, { user_id: id, ...gift });
    return { term_id, to: unixSeconds(to) };
  }),
  serve(membershipStaffCalls.end, async (ctx, { id, reason }) => {
    await endTermEarly(ctx, { term_id: id, reason });
    return null;
  }),
];
