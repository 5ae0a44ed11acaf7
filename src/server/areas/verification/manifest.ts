import { verificationCalls } from '#contract/verification/calls.ts';
import { COMPANY_WARN_DAYS } from '#contract/verification.ts';
import { serve } from '../../http/endpoint.ts';
import { unixSeconds } from '../../kernel/clock.ts';
import { once } from '../../modules/privacy/index.ts';
import { uploadedPicture } from '../../modules/publishing/index.ts';
import {
  authCheck,
  companyReview,
  forgetVerification,
  idPictureDays,
  openVerificationPicture,
  ownCompany,
  ownRealname,
  realnameMode,
  realnameReview,
  submitCompany,
  submitRealname,
  verificationJobs,
  withdrawCompany,
} from '../../modules/verification/index.ts';
import { type TodaySource, todayCard } from '../../views/today-cards.ts';
import type { Manifest } from '../manifest.ts';

const COMPANY = '/personalCenter/myEnterprise';

/** What was not approved, and an approval that ends soon. */
const verificationToday: TodaySource = async (ctx) => {
  const [person, company] = [await ownRealname(ctx), await ownCompany(ctx)];
  const left_s = company.certified_until - unixSeconds(ctx.app.clock.now());
  const soon = company.status === 'approved' && left_s < COMPANY_WARN_DAYS * 86_400;
  return [
    ...todayCard('answer', {
      ...{ key: 'realname', title: '实名认证未通过', text: person.reason, num: Number(person.status === 'rejected') },
      href: '/personalCenter/myVerify',
    }),
    ...todayCard('answer', {
      ...{ key: 'company', title: '企业认证未通过', text: company.reason, num: Number(company.status === 'rejected') },
      href: `${COMPANY}/reject`,
    }),
    ...todayCard('ending', {
      ...{ key: 'company-ends', title: '企业认证即将到期', text: '到期前重新提交，权益不中断', num: Number(soon), href: COMPANY },
    }),
    ...todayCard('answer', {
      ...{ key: 'company-ended', title: '企业认证已到期', text: '重新提交后恢复企业权益', num: Number(company.status === 'expired') },
      href: COMPANY,
    }),
  ];
};

const picture = (data: Buffer, type: string) =>
  new Response(new Uint8Array(data), {
    headers: {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    },
  });

const verificationEndpoints = [
  serve(verificationCalls.get_realname, (ctx) => ownRealname(ctx)),
  serve(verificationCalls.post_realname, (ctx, input) => submitRealname(ctx, input)),
  serve(verificationCalls.auth, (ctx, { type }) => authCheck(ctx, type)),
  serve(verificationCalls.picture, async (ctx, { file }) => picture((await uploadedPicture(ctx, file)).data, 'image/webp')),
  serve(verificationCalls.get_company, (ctx) => ownCompany(ctx)),
  serve(verificationCalls.post_company, (ctx, input) => submitCompany(ctx, input)),
  serve(verificationCalls.delete_company, (ctx) => withdrawCompany(ctx)),
  serve(verificationCalls.shown, async (ctx, input) => picture(await openVerificationPicture(ctx, input), 'image/jpeg')),
];

/** People and enterprises prove who they are. */
export const verificationArea: Manifest = {
  name: 'verification',
  endpoints: verificationEndpoints,
  jobs: verificationJobs,
  settings: [realnameMode, idPictureDays],
  reviewables: [realnameReview, companyReview],
  today: verificationToday,
  personal: {
    files: {
      实名认证: once(async (ctx) => [await ownRealname(ctx)].filter(({ status }) => status !== 'none')),
      企业认证: once(async (ctx) => [await ownCompany(ctx)].filter(({ status }) => status !== 'none')),
    },
    forget: [forgetVerification],
  },
};
