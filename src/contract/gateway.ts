import type { z } from 'zod';
import type { accountCalls } from './account/calls.ts';
import type { accountWechatCalls } from './account/wechat-calls.ts';
import type { activeCalls } from './active/calls.ts';
import type { adCalls } from './ad/calls.ts';
import type { adminCalls } from './admin/calls.ts';
import type { articleCalls } from './article/calls.ts';
import type { assistantCalls } from './assistant/calls.ts';
import type { bigcaseCalls } from './bigcase/calls.ts';
import type { billsCalls } from './bills/calls.ts';
import type { claimCalls } from './bills/claim-calls.ts';
import type { booksCalls } from './books/calls.ts';
import type { catalogTermCalls } from './catalog/term-calls.ts';
import type { centerCalls } from './center/calls.ts';
import type { chatCalls } from './chat/calls.ts';
import type { clientLinkCalls } from './client-link/calls.ts';
import type { commentCalls } from './comment/calls.ts';
import type { companyCalls } from './company/calls.ts';
import type { contactCalls } from './contact/calls.ts';
import type { couponCalls } from './coupon/calls.ts';
import type { demandCalls } from './demand/calls.ts';
import type { designCalls } from './design/calls.ts';
import type { discountCalls } from './discount/calls.ts';
import type { downloadsCalls, linkCall } from './downloads/calls.ts';
import type { employeesCalls } from './employees/calls.ts';
import type { engagementCalls } from './engagement/calls.ts';
import type { identityCalls } from './identity/calls.ts';
import type { infringementCalls } from './infringement/calls.ts';
import type { ItemDetail, RelatedItem } from './item.ts';
import type { mallCalls } from './mall/calls.ts';
import type { membershipCalls } from './membership/calls.ts';
import type { membershipStaffCalls } from './membership/staff-calls.ts';
import type { noticeCalls } from './notice/calls.ts';
import type { offerCalls } from './offer/calls.ts';
import type { operationsCalls } from './operations/calls.ts';
import type { opinionCalls } from './opinion/calls.ts';
import type { organiseCalls } from './organise/calls.ts';
import type { organiseDoorCalls } from './organise/door-calls.ts';
import type { paperCalls } from './paper/calls.ts';
import type { pointsCalls } from './points/calls.ts';
import type { pptCalls } from './ppt/calls.ts';
import type { promotionCalls } from './promotion/calls.ts';
import type { promotionHubCalls } from './promotion/hub-calls.ts';
import type { publishingCalls } from './publishing/calls.ts';
import type { publishCalls } from './publishing/kind-calls.ts';
import type { publishingManyWorksCalls } from './publishing/many-works-calls.ts';
import type { publishingUploadCalls } from './publishing/upload-calls.ts';
import type { recruitJobCalls } from './recruit/job-calls.ts';
import type { recruitResumeCalls } from './recruit/resume-calls.ts';
import type { requestCalls } from './request/calls.ts';
import type { resourceCalls } from './resource/calls.ts';
import type { resourceTopicCalls } from './resource/topic-calls.ts';
import type { reviewCalls } from './review/calls.ts';
import type { placeCall, salesCalls } from './sales/calls.ts';
import type { salesCartCalls } from './sales/cart-calls.ts';
import type { salesOwnOrderCalls } from './sales/own-order-calls.ts';
import type { salesPaymentCalls } from './sales/payment-calls.ts';
import type { salonCalls } from './salon/calls.ts';
import type { sandboxCallCalls } from './sandbox/call-calls.ts';
import type { sandboxMailCalls } from './sandbox/mail-calls.ts';
import type { sandboxPayCalls } from './sandbox/pay-calls.ts';
import type { sandboxSmsCalls } from './sandbox/sms-calls.ts';
import type { sandboxWechatCalls } from './sandbox/wechat-calls.ts';
import type { schemeCalls } from './scheme/calls.ts';
import type { schemeDetailCalls } from './scheme/detail-calls.ts';
import type { schemeFreeOrderCalls } from './scheme/free-order-calls.ts';
import type { searchCalls } from './search/calls.ts';
import type { searchStaffCalls } from './search/staff-calls.ts';
import type { seoCalls } from './seo/calls.ts';
import type { shopCalls } from './shop/calls.ts';
import type { shopCaseCalls } from './shop/case-calls.ts';
import type { siteCalls } from './site/calls.ts';
import type { studyCalls } from './study/calls.ts';
import type { subscriptionCalls } from './subscription/calls.ts';
import type { talkCalls } from './talk/calls.ts';
import type { teachingCourseCalls } from './teaching/course-calls.ts';
import type { teachingTeacherCalls } from './teaching/teacher-calls.ts';
import type { trackingCalls } from './tracking/calls.ts';
import type { trackingStaffCalls } from './tracking/staff-calls.ts';
import type { unionCalls } from './union/calls.ts';
import type { verificationCalls } from './verification/calls.ts';
import type { walletCalls } from './wallet/calls.ts';
import type { workbenchCalls } from './workbench/calls.ts';

type OneOf<T> = T[keyof T];

type Declared =
  | OneOf<typeof accountCalls>
  | OneOf<typeof accountWechatCalls>
  | OneOf<typeof activeCalls>
  | OneOf<typeof adCalls>
  | OneOf<typeof adminCalls>
  | OneOf<typeof articleCalls>
  | OneOf<typeof assistantCalls>
  | OneOf<typeof bigcaseCalls>
  | OneOf<typeof billsCalls>
  | OneOf<typeof claimCalls>
  | OneOf<typeof booksCalls>
  | OneOf<typeof catalogTermCalls>
  | OneOf<typeof centerCalls>
  | OneOf<typeof chatCalls>
  | OneOf<typeof clientLinkCalls>
  | OneOf<typeof discountCalls>
  | OneOf<typeof commentCalls>
  | OneOf<typeof companyCalls>
  | OneOf<typeof contactCalls>
  | OneOf<typeof couponCalls>
  | OneOf<typeof demandCalls>
  | OneOf<typeof designCalls>
  | OneOf<typeof downloadsCalls>
  | OneOf<typeof employeesCalls>
  | OneOf<typeof engagementCalls>
  | OneOf<typeof identityCalls>
  | OneOf<typeof mallCalls>
  | OneOf<typeof membershipCalls>
  | OneOf<typeof membershipStaffCalls>
  | OneOf<typeof noticeCalls>
  | OneOf<typeof offerCalls>
  | OneOf<typeof opinionCalls>
  | OneOf<typeof infringementCalls>
  | OneOf<typeof operationsCalls>
  | OneOf<typeof organiseCalls>
  | OneOf<typeof organiseDoorCalls>
  | OneOf<typeof paperCalls>
  | OneOf<typeof pointsCalls>
  | OneOf<typeof pptCalls>
  | OneOf<typeof promotionCalls>
  | OneOf<typeof promotionHubCalls>
  | OneOf<typeof publishingCalls>
  | OneOf<typeof publishingManyWorksCalls>
  | OneOf<typeof publishingUploadCalls>
  | OneOf<typeof recruitJobCalls>
  | OneOf<typeof recruitResumeCalls>
  | OneOf<typeof requestCalls>
  | OneOf<typeof resourceCalls>
  | OneOf<typeof resourceTopicCalls>
  | OneOf<typeof reviewCalls>
  | OneOf<typeof salesCalls>
  | OneOf<typeof salesCartCalls>
  | OneOf<typeof salesOwnOrderCalls>
  | OneOf<typeof salesPaymentCalls>
  | OneOf<typeof salonCalls>
  | OneOf<typeof sandboxCallCalls>
  | OneOf<typeof sandboxMailCalls>
  | OneOf<typeof sandboxPayCalls>
  | OneOf<typeof sandboxSmsCalls>
  | OneOf<typeof sandboxWechatCalls>
  | OneOf<typeof schemeCalls>
  | OneOf<typeof schemeDetailCalls>
  | OneOf<typeof schemeFreeOrderCalls>
  | OneOf<typeof searchCalls>
  | OneOf<typeof searchStaffCalls>
  | OneOf<typeof seoCalls>
  | OneOf<typeof shopCalls>
  | OneOf<typeof shopCaseCalls>
  | OneOf<typeof siteCalls>
  | OneOf<typeof studyCalls>
  | OneOf<typeof subscriptionCalls>
  | OneOf<typeof talkCalls>
  | OneOf<typeof teachingCourseCalls>
  | OneOf<typeof teachingTeacherCalls>
  | OneOf<typeof trackingCalls>
  | OneOf<typeof trackingStaffCalls>
  | OneOf<typeof unionCalls>
  | OneOf<typeof verificationCalls>
  | OneOf<typeof walletCalls>
  | OneOf<typeof workbenchCalls>;

type PublishCall = ReturnType<typeof publishCalls>;

/** Calls of which kinds have one each: the browser names the kind's address beside (`at`). */
interface CallsOfKinds {
  'GET kind/detail': { input: z.ZodType<Record<string, number>>; output: z.ZodType<ItemDetail> };
  'GET kind/related': { input: z.ZodType<Record<string, number | string>>; output: z.ZodType<{ list: RelatedItem[] }> };
  'POST kind/like': { input: z.ZodType<Record<string, number>>; output: z.ZodType<{ zan: 0 | 1 }> };
  'DELETE kind/like': CallsOfKinds['POST kind/like'];
  'POST kind/order': ReturnType<typeof placeCall>;
  'POST kind/link': ReturnType<typeof linkCall> | typeof centerCalls.version;
  'POST kind/form': PublishCall['create'];
  'PUT kind/form': PublishCall['change'];
  'GET kind/own': PublishCall['own'];
  'DELETE kind/change': PublishCall['discard'];
  'DELETE kind/draft': PublishCall['remove'];
  'PUT kind/shelf': PublishCall['shelve'];
  'GET kind/mine': PublishCall['mine'];
}

/** Every call by method and path. Types alone: no schema reaches a browser. */
export type Calls = { [C in Declared as `${C['method']} ${C['path']}`]: C } & CallsOfKinds;
export type CallName = keyof Calls;
/** Calls whose name is not their address: of kinds, and with a place that is filled in. */
export type NamedCall = keyof CallsOfKinds | Extract<CallName, `${string}:${string}`>;

/** What a field reads is wider than what it means, and not described; the browser sends what it means. */
type Sent<I, O> = unknown extends I
  ? Meant<O>
  : I extends readonly [unknown, unknown]
    ? Readonly<O>
    : I extends readonly (infer Part)[]
      ? readonly Sent<Part, O extends readonly (infer Of)[] ? Of : never>[]
      : I extends object
        ? { [K in keyof I]: Sent<I[K], NonNullable<O>[K & keyof NonNullable<O>]> }
        : I;
/** A number may be sent as it was typed, and none as null; which numbers a field takes is the server's to say. */
type Meant<O> = O extends number
  ? number | string | null
  : O extends readonly [unknown, unknown]
    ? Readonly<O>
    : O extends readonly (infer Part)[]
      ? readonly Meant<Part>[]
      : O;
type Both = { input: z.ZodType; output?: z.ZodType };
type InputOf<C extends Both> = C extends Both ? Sent<z.input<C['input']>, z.output<C['input']>> : never;
type DataOf<C> = C extends { output: infer O extends z.ZodType } ? z.output<O> : unknown;
/** What a call takes. */
export type CallInput<N extends CallName> = InputOf<Calls[N]>;
/** What it gives: `data` of the envelope. */
export type CallData<N extends CallName> = DataOf<Calls[N]>;
