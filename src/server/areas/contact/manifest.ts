import { contactCalls } from '#contract/contact/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import {
  changeCaller,
  contactClosed,
  contactCoins,
  contactFreeForCompanies,
  contactJobs,
  contactOpen,
  contactPrices,
  contactState,
  sendCallerProof,
  unlockContact,
  unlockRows,
} from '../../modules/contacts/index.ts';
import { isSandboxSms } from '../../providers/sms/sandbox.ts';
import type { Manifest } from '../manifest.ts';
import { unlockList } from './unlock-list.ts';

/** Contact of a resource's supplier. */
const contactEndpoints: Endpoint[] = [
  serve(contactCalls.state, (ctx, { rid }) => contactState(ctx, rid)),
  serve(contactCalls.unlock, (ctx, { rid, use_coupon }) => unlockContact(ctx, { item_id: rid, use_coupon })),
  serve(contactCalls.caller_code, async (ctx, input) => {
    await sendCallerProof(ctx, input);
    return { sandbox: isSandboxSms(ctx.app.providers.sms) ? 1 : 0 } as const;
  }),
  serve(contactCalls.caller, (ctx, input) => changeCaller(ctx, input)),
];

/** Reaching suppliers by private numbers. */
export const contactArea: Manifest = {
  name: 'contact',
  endpoints: contactEndpoints,
  jobs: contactJobs,
  settings: [contactOpen, contactCoins, contactPrices, contactClosed, contactFreeForCompanies],
  staff_lists: [unlockList],
  personal: { files: { 联系方式解锁: unlockRows } },
};
