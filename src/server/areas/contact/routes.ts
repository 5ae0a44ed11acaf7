import { contactCalls } from '#contract/contact/calls.ts';
import { type Endpoint, serve } from '../../http/endpoint.ts';
import { changeCaller, contactState, sendCallerProof, unlockContact } from '../../modules/contacts/index.ts';
import { isSandboxSms } from '../../providers/sms/sandbox.ts';

/** Contact of a resource's supplier. */
export const contactEndpoints: Endpoint[] = [
  serve(contactCalls.state, (ctx, { rid }) => contactState(ctx, rid)),
  serve(contactCalls.unlock, (ctx, { rid, use_coupon }) => unlockContact(ctx, { item_id: rid, use_coupon })),
  serve(contactCalls.caller_code, async (ctx, input) => {
    await sendCallerProof(ctx, input);
    return { sandbox: isSandboxSms(ctx.app.providers.sms) ? 1 : 0 } as const;
  }),
  serve(contactCalls.caller, (ctx, input) => changeCaller(ctx, input)),
];
