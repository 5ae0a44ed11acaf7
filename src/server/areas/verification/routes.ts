import { verificationCalls } from '#contract/verification/calls.ts';
import { serve } from '../../http/endpoint.ts';
import { uploadedPicture } from '../../modules/publishing/index.ts';
import {
  authCheck,
  openVerificationPicture,
  ownCompany,
  ownRealname,
  submitCompany,
  submitRealname,
  withdrawCompany,
} from '../../modules/verification/index.ts';

const picture = (data: Buffer, type: string) =>
  new Response(new Uint8Array(data), {
    headers: {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  });

export const verificationEndpoints = [
  serve(verificationCalls.get_realname, (ctx) => ownRealname(ctx)),
  serve(verificationCalls.post_realname, (ctx, input) => submitRealname(ctx, input)),
  serve(verificationCalls.auth, (ctx, { type }) => authCheck(ctx, type)),
  serve(verificationCalls.picture, async (ctx, { file }) => picture((await uploadedPicture(ctx, file)).data, 'image/webp')),
  serve(verificationCalls.get_company, (ctx) => ownCompany(ctx)),
  serve(verificationCalls.post_company, (ctx, input) => submitCompany(ctx, input)),
  serve(verificationCalls.delete_company, (ctx) => withdrawCompany(ctx)),
  serve(verificationCalls.shown, async (ctx, input) => picture(await openVerificationPicture(ctx, input), 'image/jpeg')),
];
